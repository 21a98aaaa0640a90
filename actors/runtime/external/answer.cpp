// SPDX-License-Identifier: MIT
#include "answer.hpp"

#include "actors/model/broken_rule.hpp"
#include "policies/sdk/beginning.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/input_files.hpp"

#include <algorithm>
#include <limits>

namespace malha::external {

double Answer::real() const {
  need(value_.is_number() || value_.is_null(), "a number, or null, which is never");
  return value_.is_null() ? never : value_.get<double>();
}

std::int64_t Answer::integer() const {
  need(value_.is_number_integer() &&
           (!value_.is_number_unsigned() ||
            value_.get<std::uint64_t>() <= std::uint64_t{std::numeric_limits<std::int64_t>::max()}),
       "a whole number");
  return value_.get<std::int64_t>();
}

bool Answer::flag() const {
  need(value_.is_boolean(), "true or false");
  return value_.get<bool>();
}

std::string Answer::text() const {
  need(value_.is_string(), "a text");
  return value_.get<std::string>();
}

void Answer::allow(std::initializer_list<const char*> names) const {
  need(value_.is_object(), "an object");
  for (auto member = value_.begin(); member != value_.end(); ++member)
    if (std::none_of(names.begin(), names.end(), [&](const char* name) { return member.key() == name; }))
      throw BrokenRule(path() + " has '" + beginning_of(member.key().c_str(), 60) +
                       "', which is not known here; valid: " + listed({names.begin(), names.end()}));
}

bool Answer::has(const char* name) const { return value_.is_object() && value_.contains(name); }

double Answer::real(const char* name) const { return part(name).real(); }

double Answer::real(const char* name, double if_left_out) const {
  return has(name) ? real(name) : if_left_out;
}

std::int64_t Answer::integer(const char* name) const { return part(name).integer(); }

std::int64_t Answer::integer(const char* name, std::int64_t if_left_out) const {
  return has(name) ? integer(name) : if_left_out;
}

bool Answer::flag(const char* name, bool if_left_out) const {
  return has(name) ? part(name).flag() : if_left_out;
}

std::string Answer::text(const char* name) const { return part(name).text(); }

Answer Answer::part(const char* name) const {
  need(value_.is_object(), "an object");
  const auto found = value_.find(name);
  if (found == value_.end())
    throw BrokenRule(path() + " has no '" + name + "'");
  return {*found, this, name, 0};
}

void Answer::fail(const std::string& valid) const {
  const auto text = value_.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  throw BrokenRule(path() + " is " + beginning_of(text.c_str(), 100) + "; valid: " + valid);
}

int Answer::narrow(std::int64_t number) const {
  need(number >= std::numeric_limits<int>::min() && number <= std::numeric_limits<int>::max(),
       "a whole number of 32 bits");
  return static_cast<int>(number);
}

std::string Answer::path() const {
  if (whole_ == nullptr)
    return "its answer";
  const auto before = whole_->path();
  const std::string own = name_ == nullptr ? "[" + std::to_string(place_) + "]" : name_;
  return whole_->whole_ == nullptr ? before + ": " + own : before + (name_ == nullptr ? own : "." + own);
}

nlohmann::json json_object_in(const std::string& text) {
  auto parsed =
      nesting_of(text) > deepest_json ? nlohmann::json() : nlohmann::json::parse(text, nullptr, false);
  if (!parsed.is_object())
    throw BrokenRule("its answer is no JSON object: " + beginning_of(text.c_str(), 100));
  return parsed;
}

std::vector<std::size_t> positions_of(const Answer& answer) {
  std::vector<std::size_t> positions;
  answer.each([&](const Answer& one) { positions.push_back(one.position()); });
  return positions;
}

} // namespace malha::external
