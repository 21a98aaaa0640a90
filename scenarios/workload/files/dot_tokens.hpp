// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <string>

namespace malha {

/// A word, a number, a quoted text or a sign of a DOT file.
struct DotToken {
  enum class Kind {
    id,     ///< a name or number, quoted or not
    html,   ///< a text between < and >
    sign,   ///< one of { } [ ] = ; , : and the edges -> and --
    nothing ///< the end of the file
  };
  Kind kind = Kind::nothing;
  std::string text;
  std::size_t line = 1;
  bool is_quoted = false;
};

/// The tokens of a text in DOT, one after the other, without comments.
class DotTokens {
public:
  DotTokens(std::string file, std::string text);

  /// The token that is next, which stays.
  const DotToken& next() const { return token_; }
  /// The token that was next.
  DotToken take();
  bool next_is(const char* sign) const { return token_.kind == DotToken::Kind::sign && token_.text == sign; }
  /// Whether a word is next that is no quoted one, in upper or lower case: "digraph".
  bool next_is_word(const char* word) const;
  /// Takes the token if it is that sign.
  bool take_if(const char* sign);
  /// Takes that sign. `valid` says in the message what might be there.
  void expect(const char* sign, const std::string& valid);
  /// Throws InputError: the token that is next is not valid there.
  [[noreturn]] void refuse(const std::string& valid) const;
  [[noreturn]] void fail(std::size_t line, const std::string& what) const;
  std::string place(std::size_t line) const { return file_ + ":" + std::to_string(line); }

private:
  char at(std::size_t ahead = 0) const {
    return place_ + ahead < text_.size() ? text_[place_ + ahead] : '\0';
  }
  void step();
  void skip_blanks();
  void refuse_forbidden(const std::string& text) const;
  void read_next();
  void read_sign();
  void read_quoted();
  void read_html();
  bool read_word();
  bool read_number();

  std::string file_, text_;
  std::size_t place_ = 0, line_ = 1;
  DotToken token_;
};

} // namespace malha
