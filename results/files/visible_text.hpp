// SPDX-License-Identifier: MIT
#pragma once
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace malha {

/// The number of bytes of the UTF-8 character at the beginning of a text that is not empty; 0 if the bytes
/// are not UTF-8. Overlong forms, surrogates and numbers above U+10FFFF are not UTF-8.
std::size_t character_length(std::string_view text);

/// The replacement of the first character of a text, which has `length` bytes (0: a byte that is not UTF-8),
/// if terminals or browsers would obey the character instead of showing it: "\x1b" for control characters and
/// bytes, "\u202e" for characters that break or turn lines. "" for all others, also for tab and newline.
std::string visible_form(std::string_view text, std::size_t length);

/// The text for a terminal, from any author: characters with a visible form are replaced by it.
std::string visible(std::string_view text);
/// The text in one line for a terminal: newlines and tabs become "\x0a" and "\x09", too.
std::string visible_line(std::string_view text);

/// JSON text of the same value, in which characters with a visible form are escaped as JSON does.
std::string visible_json(std::string_view json);

/// Passes all text that is written to a stream through `visible`, until it is destroyed. It replaces the
/// buffer of the stream, so that no command can forget it.
class VisibleOutput : public std::streambuf {
public:
  explicit VisibleOutput(std::ostream& out);
  ~VisibleOutput() override;
  VisibleOutput(const VisibleOutput&) = delete;
  VisibleOutput& operator=(const VisibleOutput&) = delete;

  /// Writes a control sequence that the terminal obeys, to a stream with or without such a buffer.
  static void control(std::ostream& out, std::string_view sequence);

private:
  int_type overflow(int_type letter) override;
  std::streamsize xsputn(const char* text, std::streamsize length) override;
  int sync() override { return to_->pubsync(); }
  bool pass(std::string_view text);

  std::ostream& out_;
  std::streambuf* to_;
  std::string begun_; ///< the first bytes of an incomplete character
};

} // namespace malha
