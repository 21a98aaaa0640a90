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

Part::Part(const Json& value, std::initializer_list<const char*> names) : value_(value) {
  need(value.is_object(),
       value.dump() + " is no object; valid: members of " + listed({names.begin(), names.end()}));
  for (auto member = value.begin(); member != value.end(); ++member)
    need(std::find(names.begin(), names.end(), member.key()) != names.end(),
         "'" + member.key() + "' is not known here; valid: " + listed({names.begin(), names.end()}));
}

double Part::real(const char* name, double otherwise, double low, double high) const {
  if (!has(name))
    return otherwise;
  const auto& member = value_.at(name);
  const bool is_never = member == "never" && high == infinite;
  need(is_never || (member.is_number() && member.get<double>() >= low && member.get<double>() <= high),
       "'" + std::string(name) + "' is " + member.dump() + "; valid: a number from " + shortest(low) +
           (high == infinite ? ", or \"never\"" : " to " + shortest(high)));
  return is_never ? infinite : member.get<double>();
}

double Part::above_0(const char* name, double otherwise, double high) const {
  const double value = real(name, otherwise, 0, high);
  need(value > 0, "'" + std::string(name) + "' is 0; valid: above 0");
  return value;
}

int Part::integer(const char* name, int otherwise, int low, int high) const {
  if (!has(name))
    return otherwise;
  const auto& member = value_.at(name);
  need(member.is_number_integer() && member.get<double>() >= low && member.get<double>() <= high,
       "'" + std::string(name) + "' is " + member.dump() + "; valid: a whole number from " +
           std::to_string(low) + " to " + std::to_string(high));
  return member.get<int>();
}

std::string Part::text(const char* name, const std::string& otherwise) const {
  if (!has(name))
    return otherwise;
  need(value_.at(name).is_string(),
       "'" + std::string(name) + "' is " + value_.at(name).dump() + "; valid: a text");
  return value_.at(name).get<std::string>();
}

const Json& Part::list(const char* name) const {
  static const Json none = Json::array();
  if (!has(name))
    return none;
  need(value_.at(name).is_array(),
       "'" + std::string(name) + "' is " + value_.at(name).dump() + "; valid: a list");
  return value_.at(name);
}

const Json& Part::object(const char* name) const {
  const auto& member = value_.at(name);
  need(member.is_object(), "'" + std::string(name) + "' is " + member.dump() + "; valid: an object");
  return member;
}

std::vector<double> Part::amounts(const char* name) const {
  std::vector<double> amounts;
  for (const auto& one : list(name)) {
    need(one.is_number() && one.get<double>() > 0,
         "'" + std::string(name) + "' has " + one.dump() + "; valid: numbers above 0");
    amounts.push_back(one.get<double>());
  }
  return amounts;
}

} // namespace malha::conformance
