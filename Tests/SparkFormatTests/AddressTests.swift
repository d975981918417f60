import SparkFormat
import Testing

@Test(
  arguments: [
    ("file:///mnt/nas/register", "file:///mnt/nas/register", .directory, "/mnt/nas/register"),
    ("/mnt/nas/register/", "file:///mnt/nas/register", .directory, "/mnt/nas/register"),
    ("/mnt//./nas", "file:///mnt/nas", .directory, "/mnt/nas"),
    ("/mnt/a b?#%41", "file:///mnt/a%20b%3F%23%2541", .directory, "/mnt/a b?#%41"),
    ("file:///mnt/a%20b", "file:///mnt/a%20b", .directory, "/mnt/a b"),
    ("FILE://LocalHost/mnt/%ED%95%9C", "file:///mnt/한", .directory, "/mnt/한"),
    ("file:///mnt/x?seal=yes", "file:///mnt/x?seal=yes", .directory, "/mnt/x"),
    ("file:///mnt/x?seal=no", "file:///mnt/x", .directory, "/mnt/x"),
    ("https://NAS.local:8443/", "https://nas.local:8443", .register, nil),
    ("https://[::1]:443", "https://[::1]:443", .register, nil),
    ("https://mac", "https://mac", .register, nil),
    ("s3://bucket/a/b/", "s3://bucket/a/b", .bucket, nil), ("s3://abc", "s3://abc", .bucket, nil),
  ] as [(String, String, EndpointKind, String?)])
func addresses(text: String, canonical: String, kind: EndpointKind, path: String?) throws {
  let address = try Address(parsing: text)
  #expect(address.text == canonical && address.kind == kind)
  #expect(address.path == path.map { FilePath($0) })
  #expect(address.seal == (text.hasSuffix("seal=yes") || kind == .bucket))
  #expect(try Address(parsing: canonical) == address)
}

@Test(arguments: [
  "", "mnt/nas", "./x", "file://", "file:///", "/", "/.", "/mnt/../etc", "file:///mnt/%2E%2E/etc",
  "file://nas/share", "file:///mnt/a%2Fb", "file:///mnt/%00", "file:///mnt/%", "file:///x?seal=",
  "file:///x?seal=yes&a=b", "file:///x#y", "file:relative", "ftp://x", "http://x", "https://",
  "https:///x", "https://x/y", "https://a@x", "https://x:0", "https://x:65536", "https://x:",
  "https://x y", "https://x\u{212A}", "https://[::1", "https://[]", "https://[::1]x", "s3://",
  "s3://ab", "s3:///x", "s3://Bucket", "s3://bucket/../x", "s3://bucket/a b", "s3://bucket/a?b",
  "://",
]) func wrongAddressesAreRefused(text: String) {
  #expect(throws: FormatError.self) { try Address(parsing: text) }
}
