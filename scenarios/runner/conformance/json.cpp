// SPDX-License-Identifier: MIT
#include "json.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>
#include <cmath>

namespace malha::conformance {

Json number(double value) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value > 0 ? "never" : "-never";
  return value;
}

std::string line_of(const Json& value) {
  if (!value.is_structured())
    return value.dump();
  std::string line;
  for (auto member = value.begin(); member != value.end(); ++member)
    line += (line.empty() ? "" : ", ") + (value.is_object() ? Json(member.key()).dump() + ": " : "") +
            line_of(*member);
  return value.is_array() ? "[" + line + "]" : "{" + line + "}";
}

namespace {

/// The members of a list or an object, each on a line of its own unless several fit into one.
std::string in_lines(const Json& value, const std::string& indent, std::size_t width) {
  std::string text = indent + (value.is_array() ? "[" : "{"), line;
  const auto end_line = [&] {
    if (!line.empty())
      text += "\n" + indent + "  " + line;
    line.clear();
  };
  for (auto member = value.begin(); member != value.end(); ++member) {
    const std::string comma = std::next(member) == value.end() ? "" : ",";
    const auto key = value.is_object() ? Json(member.key()).dump() + ": " : "";
    const auto one = key + line_of(*member) + comma;
    if (indent.size() + 3 + line.size() + one.size() > width)
      end_line();
    if (indent.size() + 2 + one.size() > width && member->is_structured() && !member->empty())
      text += "\n" + indent + "  " + key + in_lines(*member, indent + "  ", width).substr(indent.size() + 2) +
              comma;
    else
      line += (line.empty() ? "" : " ") + one;
  }
  end_line();
  return text + "\n" + indent + (value.is_array() ? "]" : "}");
}

} // namespace

std::string lines_of(const Json& value, const std::string& indent, std::size_t width) {
  const auto whole = line_of(value);
  const bool fits = indent.size() + whole.size() < width;
  return fits || !value.is_structured() || value.empty() ? indent + whole : in_lines(value, indent, width);
}

std::string Range::text(const std::string& kind) const {
  const std::string end = high == infinite ? "" : (is_above_low ? ", at most " : " to ") + shortest(high);
  return kind + (is_above_low ? " above " : " from ") + shortest(low) + end;
}

namespace {

void need_valid(bool condition, const char* name, const Json& member, const std::string& valid) {
  need(condition, "'" + std::string(name) + "' is " + member.dump() + "; valid: " + valid);
}

} // namespace

void Part::read(const char* name, double& value, const Range& range) const {
  if (!has(name))
    return;
  const auto& member = value_.at(name);
  const bool is_never = member == "never" && range.high == Range::infinite;
  need_valid(is_never || (member.is_number() && range.contains(member.get<double>())), name, member,
             range.text("a number") + (range.high == Range::infinite ? ", or \"never\"" : ""));
  value = is_never ? Range::infinite : member.get<double>();
}

void Part::read(const char* name, std::int64_t& value, const Range& range) const {
  if (!has(name))
    return;
  const auto& member = value_.at(name);
  const auto whole = from(range.low, std::min(range.high, 1e6));
  need_valid(member.is_number_integer() && whole.contains(member.get<double>()), name, member,
             whole.text("a whole number"));
  value = member.get<std::int64_t>();
}

void Part::read(const char* name, int& value, const Range& range) const {
  std::int64_t number = value;
  read(name, number, range);
  value = static_cast<int>(number);
}

void Part::read(const char* name, bool& value, const Range&) const {
  int number = value ? 1 : 0;
  read(name, number, from(0, 1));
  value = number != 0;
}

void Part::read(const char* name, std::string& value, const Range&) const {
  if (!has(name))
    return;
  need_valid(value_.at(name).is_string(), name, value_.at(name), "a text");
  value = value_.at(name).get<std::string>();
}

void Part::read(const char* name, std::vector<double>& values, const Range& range) const {
  if (!has(name))
    return;
  values.clear();
  for (const auto& one : list(name)) {
    need(one.is_number() && range.contains(one.get<double>()),
         "'" + std::string(name) + "' has " + one.dump() + "; valid: " + range.text("numbers"));
    values.push_back(one.get<double>());
  }
}

bool Part::has(const char* name) const {
  if (std::find(names_.begin(), names_.end(), name) == names_.end())
    names_.emplace_back(name);
  return value_.contains(name);
}

const Json& Part::list(const char* name) const {
  static const Json none = Json::array();
  if (!has(name))
    return none;
  need_valid(value_.at(name).is_array(), name, value_.at(name), "a list");
  return value_.at(name);
}

const Json& Part::object(const char* name) const {
  static const Json none = Json::object();
  if (!has(name))
    return none;
  need_valid(value_.at(name).is_object(), name, value_.at(name), "an object");
  return value_.at(name);
}

void Part::expect_no_others() const {
  need(value_.is_object(), value_.dump() + " is no object; valid: members of " + listed(names_));
  for (auto member = value_.begin(); member != value_.end(); ++member)
    need(std::find(names_.begin(), names_.end(), member.key()) != names_.end(),
         "'" + member.key() + "' is not known here; valid: " + listed(names_));
}

} // namespace malha::conformance
