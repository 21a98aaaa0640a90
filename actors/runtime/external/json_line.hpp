// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/index_set.hpp"
#include "policies/sdk/quantities.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace malha::external {

/// Writes one line of JSON. It keeps no tree of values: a view becomes text in one go. An infinite number is
/// `null`, since JSON has none; a set of indices is a list of its intervals, [first, last].
class JsonLine {
public:
  const std::string& text() const { return text_; }
  std::string& text() { return text_; }

  /// Opens or closes what is written: '{', '}', '[' or ']'.
  void open(char bracket) {
    separate();
    text_ += bracket;
  }
  void close(char bracket) { text_ += bracket; }

  /// The name of the member that comes next.
  void key(std::string_view name) {
    separate();
    ((text_ += '"') += name) += "\":";
  }

  /// One member of an object.
  template <class Value>
  void member(std::string_view name, const Value& value) {
    key(name);
    put(value);
  }
  /// A member that is written by `members(line)`: an object of its own.
  template <class Members>
  void object(std::string_view name, const Members& members) {
    key(name);
    element(members);
  }
  /// A member that is a list of objects. `members(line, element)` writes those of one.
  template <class Elements, class Members>
  void list(std::string_view name, const Elements& elements, const Members& members) {
    key(name);
    text_ += '[';
    for (const auto& one : elements)
      element([&](JsonLine& line) { members(line, one); });
    text_ += ']';
  }
  /// An object as an element of a list.
  template <class Members>
  void element(const Members& members) {
    open('{');
    members(*this);
    close('}');
  }

  template <class Value>
  void put(const Value& value) {
    separate();
    write(value);
  }

private:
  /// What comes next needs a comma unless it is the first of its list or object, or the value of a key.
  void separate() {
    if (!text_.empty() && text_.back() != '{' && text_.back() != '[' && text_.back() != ':')
      text_ += ',';
  }

  template <class Number>
  void write_number(Number value) {
    char digits[32];
    text_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
  }
  void write(bool value) { text_ += value ? "true" : "false"; }
  void write(int value) { write_number(value); }
  void write(std::int64_t value) { write_number(value); }
  void write(std::uint64_t value) { write_number(value); }
  void write(std::uint32_t value) { write_number(value); }
  /// "16.0" and not "16": so that readers tell whole numbers from others, and compute as this program does.
  void write(double value) {
    if (!std::isfinite(value)) {
      text_ += "null";
      return;
    }
    const auto before = text_.size();
    write_number(value);
    if (text_.find_first_of(".e", before) == std::string::npos)
      text_ += ".0";
  }
  void write(const char* value) { write(std::string_view(value)); }
  void write(const std::string& value) { write(std::string_view(value)); }
  void write(std::string_view value) {
    text_ += '"';
    for (const char c : value)
      write_character(c);
    text_ += '"';
  }
  void write_character(char c) {
    if (c == '"' || c == '\\') {
      (text_ += '\\') += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      constexpr auto hex = "0123456789abcdef";
      (((text_ += "\\u00") += hex[c >> 4]) += hex[c & 15]);
    } else {
      text_ += c;
    }
  }
  void write(const IndexSet& set) {
    text_ += '[';
    for (const auto& interval : set.intervals()) {
      open('[');
      put(interval.first);
      put(interval.last);
      close(']');
    }
    text_ += ']';
  }
  template <class Value>
  void write(const std::optional<Value>& value) {
    if (value)
      write(*value);
    else
      text_ += "null";
  }
  template <class Value>
  void write(const std::vector<Value>& values) {
    write_all(values);
  }
  template <class Value>
  void write(const std::set<Value>& values) {
    write_all(values);
  }
  template <class Values>
  void write_all(const Values& values) {
    text_ += '[';
    for (const auto& value : values)
      put(value);
    text_ += ']';
  }
  template <class Value>
  void write(const std::map<std::string, Value>& values) {
    text_ += '{';
    for (const auto& [name, value] : values) {
      separate();
      write(name);
      text_ += ':';
      write(value);
    }
    text_ += '}';
  }

  std::string text_;
};

} // namespace malha::external
