// SPDX-License-Identifier: MIT
#pragma once
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace malha {

/// The bytes of the character of UTF-8 at the beginning of a text that is not empty; 0 where it is none.
/// Overlong forms, surrogates and what is above U+10FFFF are none.
std::size_t character_length(std::string_view text);

/// What stands for the character at the beginning of a text, of so many bytes (0: a byte that is no UTF-8),
/// where terminals and browsers would obey it instead of showing it: "\x1b" for control characters and bytes,
/// "\u202e" for characters that break or turn lines. "" for all others, tab and newline among them.
std::string visible_form(std::string_view text, std::size_t length);

/// The text as it is shown on a terminal, whoever has written it: characters with a visible form have that.
std::string visible(std::string_view text);
/// The same in one line: newlines and tabs become "\x0a" and "\x09".
std::string visible_line(std::string_view text);

/// JSON text of the same value, in which such characters are JSON's own escapes.
std::string visible_json(std::string_view json);

/// As long as it lives, all that is written to a stream arrives there as `visible` shows it. It changes the
/// buffer of the stream, so that no command can forget it.
class VisibleOutput : public std::streambuf {
public:
  explicit VisibleOutput(std::ostream& out);
  ~VisibleOutput() override;
  VisibleOutput(const VisibleOutput&) = delete;
  VisibleOutput& operator=(const VisibleOutput&) = delete;

  /// Writes what the terminal is to obey, to a stream with such a buffer or without.
  static void control(std::ostream& out, std::string_view sequence);

private:
  int_type overflow(int_type letter) override;
  std::streamsize xsputn(const char* text, std::streamsize length) override;
  int sync() override { return to_->pubsync(); }
  bool pass(std::string_view text);

  std::ostream& out_;
  std::streambuf* to_;
  std::string begun_; ///< the first bytes of a character of which the others have not come yet
};

} // namespace malha
