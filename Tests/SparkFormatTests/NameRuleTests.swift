import SparkFormat
import Testing

@Test(
  arguments: [
    ("photo.jpg", .take), ("-rf", .take), ("part", .take), ("tmp", .take), ("a.tmpl", .take),
    ("con.txt", .take), ("\u{202E}x", .take), ("partial.pdf", .take), ("download", .take),
    ("x.pdf.part", .unfinished), ("X.PDF.PART", .unfinished), ("a.partial", .unfinished),
    ("a.crdownload", .unfinished), ("Unconfirmed 123.crdownload", .unfinished),
    ("a.download", .unfinished), ("a.filepart", .unfinished), ("a.tmp", .unfinished),
    (".a.tmp", .unfinished), (".syncthing.a.jpg.tmp", .unfinished), (".syncthing.a", .unfinished),
    ("~syncthing~a.tmp", .unfinished), (".~tmp~", .unfinished), (".photo.jpg.aB3xYz", .unfinished),
    (".a.000000", .unfinished), (".goutputstream-ABC123", .unfinished),
    (".DS_Store", .litter), ("Thumbs.db", .litter), ("._photo.jpg", .litter), ("@eaDir", .litter),
    ("a~", .litter), ("~", .litter), (".a.swp", .litter), ("~$report.docx", .litter),
    ("desktop.ini", .litter), (".~lock.a.odt#", .litter), (".nfs00000001", .litter),
    (".bashrc", .hidden), (".config.backup", .hidden), (".tmp", .hidden), (".", .hidden),
    (".a.aB3xY-", .hidden), (".spark", .hidden), ("..a", .hidden), ("", .take),
    (".01937acf-929b-7240-8000-000000000315.share", .doorTemporary),
    (".01937acf-929b-7240-8000-00000000031X.share", .hidden),
  ] as [(String, NameClass)]) func namesAreClassified(name: String, expected: NameClass)
{
  #expect(NameRule.classify(FileName(name), siblings: { _ in false }, size: 0) == expected)
}

@Test func placeholdersAreWaitedFor() {
  let beside: (FileName) -> Bool = { $0 == FileName("film.mkv.part") }
  #expect(NameRule.classify(FileName("film.mkv"), siblings: beside, size: 0) == .unfinished)
  #expect(NameRule.classify(FileName("film.mkv"), siblings: beside, size: 1) == .take)
  #expect(NameRule.classify(FileName("other.mkv"), siblings: beside, size: 0) == .take)
}

@Test(arguments: [
  ("a.jpg", "image/jpeg"), ("A.JPEG", "image/jpeg"), ("a.tar.gz", "application/gzip"),
  ("notes.txt", "text/plain"), ("link.uri", "text/uri-list"), ("a", "application/octet-stream"),
  (".jpg", "application/octet-stream"), ("a.", "application/octet-stream"),
  ("a.jpg\u{0}", "application/octet-stream"), ("scan.pdf", "application/pdf"),
]) func typesAreGuessed(name: String, type: String) {
  #expect(MediaType.guess(FileName(name)) == type)
}
