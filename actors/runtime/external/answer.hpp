// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <nlohmann/json.hpp>

#include <initializer_list>
#include <string>
#include <vector>

namespace malha::external {

/// Reads what a policy in another process has answered, or a part of it. Every function throws BrokenRule,
/// with the place in the answer and what is valid, if the value is not there or of another type.
class Answer {
public:
  explicit Answer(const nlohmann::json& value) : value_(value) {}

  bool is_null() const { return value_.is_null(); }
  /// The value itself.
  double real() const;
  std::int64_t integer() const;
  bool flag() const;
  std::string text() const;

  /// Throws unless the value is an object, and has no other members than these.
  void allow(std::initializer_list<const char*> names) const;
  /// Whether it has a member of that name.
  bool has(const char* name) const;
  /// A number; `null` is infinite.
  double real(const char* name) const;
  double real(const char* name, double if_left_out) const;
  std::int64_t integer(const char* name) const;
  std::int64_t integer(const char* name, std::int64_t if_left_out) const;
  bool flag(const char* name, bool if_left_out) const;
  std::string text(const char* name) const;
  /// An index of a node, machine, host or the like.
  int index(const char* name) const { return narrow(integer(name)); }
  int index() const { return narrow(integer()); }
  /// A position in a list. One that is not there is for the actor to find.
  std::size_t position(const char* name) const { return static_cast<std::size_t>(integer(name)); }
  std::size_t position() const { return static_cast<std::size_t>(integer()); }

  /// Calls `read(element)` for each element of the value, which is a list.
  template <class Read>
  void each(const Read& read) const {
    need(value_.is_array(), "a list");
    for (std::size_t i = 0; i < value_.size(); ++i)
      read(Answer(value_[i], this, nullptr, i));
  }
  /// The same for a member; nothing if it is left out.
  template <class Read>
  void each(const char* name, const Read& read) const {
    if (has(name))
      part(name).each(read);
  }
  /// A member, whatever it is.
  Answer part(const char* name) const;

  /// Throws BrokenRule: the value is not what is valid.
  [[noreturn]] void fail(const std::string& valid) const;

private:
  Answer(const nlohmann::json& value, const Answer* whole, const char* name, std::size_t place)
      : value_(value), whole_(whole), name_(name), place_(place) {}

  void need(bool condition, const char* valid) const {
    if (!condition)
      fail(valid);
  }
  int narrow(std::int64_t number) const;
  std::string path() const;

  const nlohmann::json& value_;
  const Answer* whole_ = nullptr; ///< of which it is a part
  const char* name_ = nullptr;    ///< of the member that it is; null: an element of a list
  std::size_t place_ = 0;
};

/// The longest answer that is read.
inline constexpr std::size_t most_bytes_of_answer = std::size_t{16} << 20;

/// The text as JSON. Throws BrokenRule unless it is an object.
nlohmann::json json_object_in(const std::string& text);

/// The positions in an answer that is a list of them.
std::vector<std::size_t> positions_of(const Answer& answer);

} // namespace malha::external
