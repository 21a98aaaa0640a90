// SPDX-License-Identifier: MIT
#pragma once
#include <boost/iostreams/filtering_streambuf.hpp>

#include <filesystem>
#include <fstream>
#include <future>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace malha {

/// Reads a file line by line through one buffer. A file whose name ends in .gz is decompressed, in a thread
/// that is one piece ahead. A byte order mark of UTF-8 is passed over; UTF-16 is refused. Errors are
/// InputErrors with file and line.
class LineReader {
public:
  explicit LineReader(const std::filesystem::path& file);

  /// The next line without its end; nothing at the end of the file. The text is good until the next call.
  std::optional<std::string_view> next();
  /// Whether the last line ended with the file, and not with a newline.
  bool unfinished() const { return unfinished_; }

  /// The number of the last line, from 1.
  std::size_t line() const { return line_; }
  /// Refuses the file at the line.
  [[noreturn]] void fail(const std::string& what) const;
  /// Throws a BadRow at the line.
  [[noreturn]] void bad_row(const std::string& what, const std::string& reason) const;

private:
  std::string_view take(std::size_t length, std::size_t with_end);
  bool fill();
  std::size_t read_more();

  std::filesystem::path file_;
  bool compressed_;
  std::filebuf bytes_;
  boost::iostreams::filtering_streambuf<boost::iostreams::input> decompressed_;
  std::streambuf* text_ = &bytes_; ///< one of the two
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0; ///< bounds of what is in the buffer and not given yet
  std::size_t line_ = 0;
  bool unfinished_ = false;
  std::vector<char> ahead_;         ///< the next piece of a compressed file
  std::future<std::size_t> filled_; ///< how much of it; the last member: it ends before what it uses
};

} // namespace malha
