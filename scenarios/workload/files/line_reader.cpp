// SPDX-License-Identifier: MIT
#include "line_reader.hpp"

#include "bad_row.hpp"
#include "policies/sdk/input_files.hpp"

#include <boost/iostreams/filter/gzip.hpp>

#include <algorithm>
#include <cstring>

namespace malha {
namespace {

constexpr std::size_t chunk = 1 << 16;
constexpr std::size_t ahead = 1 << 18;        // each starts a thread
constexpr std::size_t longest_line = 1 << 20; // more is damage, and must not fill the memory

} // namespace

LineReader::LineReader(const std::filesystem::path& file)
    : file_(file), compressed_(file.extension() == ".gz"), buffer_(chunk) {
  refuse_endless(file);
  if (bytes_.open(file, std::ios::in | std::ios::binary) == nullptr || std::filesystem::is_directory(file))
    throw InputError(file.string() + ": cannot be read");
  if (!compressed_)
    return;
  decompressed_.push(boost::iostreams::gzip_decompressor(boost::iostreams::gzip::default_window_bits, chunk),
                     chunk);
  decompressed_.push(bytes_, chunk);
  text_ = &decompressed_;
}

std::optional<std::string_view> LineReader::next() {
  for (std::size_t searched = 0;;) {
    const char* const start = buffer_.data() + begin_;
    if (const void* newline = std::memchr(start + searched, '\n', end_ - begin_ - searched)) {
      const auto length = static_cast<std::size_t>(static_cast<const char*>(newline) - start);
      return take(length, length + 1);
    }
    searched = end_ - begin_;
    if (searched > longest_line) {
      ++line_;
      fail("is a line of more than " + std::to_string(longest_line) + " characters; valid: text");
    }
    if (fill())
      continue;
    if (searched == 0)
      return std::nullopt;
    unfinished_ = true;
    return take(searched, searched);
  }
}

void LineReader::fail(const std::string& what) const {
  throw InputError(file_.string() + ":" + std::to_string(line_) + ": " + what);
}

void LineReader::bad_row(const std::string& what, const std::string& reason) const {
  throw BadRow(file_.string() + ":" + std::to_string(line_) + ": " + what, reason);
}

std::string_view LineReader::take(std::size_t length, std::size_t with_end) {
  std::string_view line(buffer_.data() + begin_, length);
  if (line_ == 0 && line.substr(0, byte_order_mark.size()) == byte_order_mark)
    line.remove_prefix(byte_order_mark.size());
  begin_ += with_end;
  if (++line_ == 1 && (line.substr(0, 2) == "\xFF\xFE" || line.substr(0, 2) == "\xFE\xFF"))
    fail("is text in UTF-16; valid: text in UTF-8");
  return line;
}

bool LineReader::fill() {
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  try {
    const auto got = read_more();
    end_ += got;
    return got > 0;
  } catch (const std::ios_base::failure&) {
    ++line_; // the one that would come next
    fail(compressed_ ? "the compressed data ends early or is damaged; valid: a whole gzip file"
                     : "cannot be read");
  }
}

/// Appends to the buffer. Returns how much, 0 at the end of the file.
std::size_t LineReader::read_more() {
  const auto read = [this](char* to, std::size_t most) {
    return static_cast<std::size_t>(text_->sgetn(to, static_cast<std::streamsize>(most)));
  };
  std::size_t got = 0, asked = ahead;
  if (filled_.valid()) {
    got = filled_.get();
    if (buffer_.size() < end_ + got)
      buffer_.resize(end_ + got);
    std::copy_n(ahead_.begin(), got, buffer_.data() + end_);
  } else {
    if (end_ == buffer_.size())
      buffer_.resize(2 * buffer_.size());
    asked = buffer_.size() - end_;
    got = read(buffer_.data() + end_, asked);
  }
  if (compressed_ && got == asked) { // otherwise it has ended
    ahead_.resize(ahead);
    filled_ = std::async([this, read] { return read(ahead_.data(), ahead_.size()); });
  }
  return got;
}

} // namespace malha
