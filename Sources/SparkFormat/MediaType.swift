/// What a file's name says about its contents.
public enum MediaType {
  /// The type by the name's extension; `application/octet-stream` when it says nothing.
  public static func guess(_ name: FileName) -> String {
    guard let dot = name.bytes.lastIndex(of: 0x2E), dot > 0 else { return unknown }
    let letters = name.bytes[(dot + 1)...]
    guard letters.count <= 8 else { return unknown }
    let key = letters.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    return types[String(decoding: key, as: UTF8.self)] ?? unknown
  }

  private static let unknown = "application/octet-stream"

  private static let types: [String: String] = [
    "7z": "application/x-7z-compressed", "aac": "audio/aac", "aif": "audio/aiff",
    "aiff": "audio/aiff", "avi": "video/x-msvideo", "avif": "image/avif", "bmp": "image/bmp",
    "bz2": "application/x-bzip2", "css": "text/css", "csv": "text/csv", "dng": "image/x-adobe-dng",
    "doc": "application/msword",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "eml": "message/rfc822", "epub": "application/epub+zip", "flac": "audio/flac",
    "gif": "image/gif", "gz": "application/gzip", "heic": "image/heic", "heif": "image/heif",
    "htm": "text/html", "html": "text/html", "hwp": "application/x-hwp",
    "hwpx": "application/hwp+zip", "ics": "text/calendar", "jpeg": "image/jpeg",
    "jpg": "image/jpeg", "js": "text/javascript", "json": "application/json",
    "jxl": "image/jxl", "key": "application/vnd.apple.keynote", "log": "text/plain",
    "m4a": "audio/mp4", "m4v": "video/x-m4v", "md": "text/markdown", "mid": "audio/midi",
    "mkv": "video/matroska", "mov": "video/quicktime", "mp3": "audio/mpeg", "mp4": "video/mp4",
    "mpeg": "video/mpeg", "mpg": "video/mpeg",
    "odp": "application/vnd.oasis.opendocument.presentation",
    "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "odt": "application/vnd.oasis.opendocument.text", "oga": "audio/ogg", "ogg": "audio/ogg",
    "opus": "audio/ogg", "pdf": "application/pdf", "png": "image/png",
    "pnm": "image/x-portable-anymap", "ppt": "application/vnd.ms-powerpoint",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "rtf": "application/rtf", "svg": "image/svg+xml", "tar": "application/x-tar",
    "text": "text/plain", "tif": "image/tiff", "tiff": "image/tiff",
    "tsv": "text/tab-separated-values",
    "txt": "text/plain", "uri": "text/uri-list", "vcf": "text/vcard", "wav": "audio/wav",
    "weba": "audio/webm", "webm": "video/webm", "webp": "image/webp",
    "xls": "application/vnd.ms-excel",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "xml": "application/xml", "xz": "application/x-xz", "yaml": "application/yaml",
    "yml": "application/yaml", "zip": "application/zip", "zst": "application/zstd",
  ]
}
