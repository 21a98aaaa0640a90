// SPDX-License-Identifier: MIT
#include "dot_tokens.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/input_files.hpp"
#include "policies/sdk/plain_text.hpp"

#include <string_view>

namespace malha {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
/// Letters, and all bytes beyond ASCII.
bool is_letter(char c) {
  return (lower(c) >= 'a' && lower(c) <= 'z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

} // namespace

DotTokens::DotTokens(std::string file, std::string text) : file_(std::move(file)), text_(std::move(text)) {
  if (std::string_view(text_).substr(0, byte_order_mark.size()) == byte_order_mark)
    text_.erase(0, byte_order_mark.size());
  read_next();
}

DotToken DotTokens::take() {
  auto taken = std::move(token_);
  read_next();
  return taken;
}

bool DotTokens::next_is_word(const char* word) const {
  std::string text;
  for (const char c : token_.text)
    text += lower(c);
  return token_.kind == DotToken::Kind::id && !token_.is_quoted && text == word;
}

bool DotTokens::take_if(const char* sign) {
  const bool is_there = next_is(sign);
  if (is_there)
    read_next();
  return is_there;
}

void DotTokens::expect(const char* sign, const std::string& valid) {
  if (!take_if(sign))
    refuse(valid);
}

void DotTokens::refuse(const std::string& valid) const {
  const std::string found = token_.kind == DotToken::Kind::nothing ? "the file ends"
                            : token_.kind == DotToken::Kind::html  ? "found a text in HTML"
                            : forbidden_in(token_.text, true)      ? "found a text of several lines"
                                                                   : "found '" + token_.text + "'";
  fail(token_.line, found + "; valid: " + valid);
}

void DotTokens::fail(std::size_t line, const std::string& what) const {
  throw InputError(place(line) + ": " + what);
}

void DotTokens::refuse_forbidden(const std::string& text) const {
  if (const auto what = forbidden_in(text, false))
    fail(token_.line, "a text has " + *what + "; valid: text in UTF-8 without control characters");
}

void DotTokens::step() {
  line_ += text_[place_] == '\n';
  ++place_;
}

/// Comments are those of C++. A line that begins with # is one, too.
void DotTokens::skip_blanks() {
  while (place_ < text_.size()) {
    const bool begins_line = place_ == 0 || text_[place_ - 1] == '\n';
    if (at() == '/' && at(1) == '*') {
      const auto begin = line_;
      const auto end = text_.find("*/", place_ + 2);
      if (end == std::string::npos)
        fail(begin, "a comment does not end; valid: */ behind it");
      while (place_ < end + 2)
        step();
    } else if ((at() == '/' && at(1) == '/') || (at() == '#' && begins_line)) {
      while (place_ < text_.size() && at() != '\n')
        step();
    } else if (at() == ' ' || at() == '\t' || at() == '\r' || at() == '\n') {
      step();
    } else {
      return;
    }
  }
}

void DotTokens::read_next() {
  skip_blanks();
  token_ = {DotToken::Kind::nothing, "", line_, false};
  if (place_ == text_.size())
    return;
  if (at() == '"')
    read_quoted();
  else if (at() == '<')
    read_html();
  else if (!read_word() && !read_number())
    read_sign();
  refuse_forbidden(token_.text);
}

void DotTokens::read_sign() {
  token_.kind = DotToken::Kind::sign;
  const bool is_edge = at() == '-' && (at(1) == '>' || at(1) == '-');
  token_.text = text_.substr(place_, is_edge ? 2 : 1);
  refuse_forbidden(token_.text);
  if (!is_edge && token_.text.find_first_of("{}[]=;,:") == std::string::npos)
    fail(line_, "found '" + token_.text + "' outside of a name; valid: quotes around a name that has it");
  place_ += token_.text.size();
}

/// In quotes \" is a quote, and a backslash at the end of a line joins it to the next one. Quoted texts that
/// a
/// + joins are one.
void DotTokens::read_quoted() {
  token_.kind = DotToken::Kind::id;
  token_.is_quoted = true;
  do {
    step();
    for (; place_ < text_.size() && at() != '"'; step()) {
      if (at() == '\\' && at(1) == '\n') {
        step();
        continue;
      }
      if (at() == '\\' && at(1) == '"')
        step();
      token_.text += at();
    }
    if (place_ == text_.size())
      fail(token_.line, "a quoted text does not end; valid: a quote behind it");
    step();
    skip_blanks();
    if (at() != '+')
      return;
    step();
    skip_blanks();
    if (at() != '"')
      fail(line_, "a + is not before a quoted text; valid: \"…\" + \"…\"");
  } while (true);
}

void DotTokens::read_html() {
  token_.kind = DotToken::Kind::html;
  for (std::size_t depth = 0; place_ < text_.size();) {
    depth += at() == '<' ? 1U : 0U;
    depth -= at() == '>' ? 1U : 0U;
    step();
    if (depth == 0)
      return;
  }
  fail(token_.line, "a text in HTML does not end; valid: a > for each <");
}

bool DotTokens::read_word() {
  if (!is_letter(at()))
    return false;
  token_.kind = DotToken::Kind::id;
  while (is_letter(at()) || is_digit(at()))
    token_.text += text_[place_++];
  return true;
}

/// Graphviz reads 1e9 as the number 1 and the name e9. That is not what somebody means who writes it.
bool DotTokens::read_number() {
  std::size_t length = at() == '-' ? 1 : 0;
  const auto digits = [&] {
    const auto begin = length;
    while (is_digit(at(length)))
      ++length;
    return length > begin;
  };
  bool is_number = digits();
  if (at(length) == '.' && (is_number || is_digit(at(length + 1)))) {
    ++length;
    is_number = digits() || is_number;
  }
  if (!is_number)
    return false;
  if (is_letter(at(length)) || at(length) == '.') {
    auto end = length;
    while (is_letter(at(end)) || is_digit(at(end)) || at(end) == '.')
      ++end;
    const auto text = text_.substr(place_, end);
    refuse_forbidden(text);
    fail(line_, "found '" + text + "', of which only the beginning is a number; valid: quotes around it");
  }
  token_.kind = DotToken::Kind::id;
  token_.text = text_.substr(place_, length);
  place_ += length;
  return true;
}

} // namespace malha
