// SPDX-License-Identifier: MIT
#include "tuples.hpp"

#include "policies/sdk/numbers.hpp"

#include <algorithm>
#include <array>
#include <iomanip>
#include <sstream>
#include <unordered_set>

namespace malha::tuple_space {
namespace {

constexpr Bytes number_size = 8;
constexpr Bytes tag_size = 1; // of a formal or a wildcard

/// Whether a formal field or a wildcard stands for that type.
bool stands_for(const Field& wanted, Type type) {
  const auto* formal = std::get_if<Formal>(&wanted);
  return formal == nullptr || formal->type == type;
}

bool matches(const Field& wanted, const Value& value) {
  const auto* actual = std::get_if<Value>(&wanted);
  return actual != nullptr ? *actual == value : stands_for(wanted, type_of(value));
}

bool fits(const Field& wanted, Type type) {
  const auto* actual = std::get_if<Value>(&wanted);
  return actual != nullptr ? type_of(*actual) == type : stands_for(wanted, type);
}

bool is_text(const Value& value, Text expected) {
  const auto* text = std::get_if<Text>(&value);
  return text != nullptr && *text == expected;
}

Bytes weight_of(std::int64_t) { return number_size; }
Bytes weight_of(double) { return number_size; }
Bytes weight_of(Text text) { return static_cast<Bytes>(text.str().size()); }
Bytes weight_of(const Data& data) { return data.weight; }
Bytes weight_of(const Formal&) { return tag_size; }
Bytes weight_of(const Wildcard&) { return tag_size; }

std::string text_of(std::int64_t number) { return std::to_string(number); }

std::string text_of(double number) {
  const auto text = shortest(number);
  return text.find_first_not_of("-0123456789") == std::string::npos ? text + ".0" : text;
}

std::string text_of(Text text) {
  std::ostringstream out;
  out << std::quoted(text.str());
  return out.str();
}

std::string text_of(const Data&) { return "data"; }

std::string text_of(const Formal& formal) {
  static const std::array<const char*, 4> names{"integer", "real", "text", "data"};
  return std::string("?") + names.at(static_cast<std::size_t>(formal.type));
}

std::string text_of(const Wildcard&) { return "*"; }

template <class... Kinds>
Bytes weight_of(const std::variant<Kinds...>& field) {
  return std::visit([](const auto& content) { return weight_of(content); }, field);
}

template <class... Kinds>
std::string text_of(const std::variant<Kinds...>& field) {
  return std::visit([](const auto& content) { return text_of(content); }, field);
}

template <class Fields>
Bytes weight_of_all(const Fields& fields) {
  Bytes sum = 0;
  for (const auto& field : fields)
    sum += weight_of(field);
  return sum;
}

template <class Fields>
std::string text_of_all(const Fields& fields) {
  std::string text;
  for (const auto& field : fields)
    text += (text.empty() ? "" : ", ") + text_of(field);
  return "(" + text + ")";
}

} // namespace

Text::Text(const std::string& text) {
  static std::unordered_set<std::string> all;
  text_ = &*all.insert(text).first;
}

Tuple::Tuple(Fields&& fields) : fields_(Shared::make(fields.size())) {
  for (auto& field : fields)
    fields_->add(std::move(field));
}

const Tuple& Tuple::empty_tuple() {
  static const Tuple tuple{Fields()};
  return tuple;
}

bool matches(const Template& wanted, const Tuple& tuple) {
  return std::equal(wanted.begin(), wanted.end(), tuple.begin(), tuple.end(),
                    [](const Field& field, const Value& value) { return matches(field, value); });
}

bool fits(const Tuple& tuple, const Shape& shape) {
  return !tuple.empty() && is_text(tuple.front(), shape.kind) &&
         std::equal(tuple.begin() + 1, tuple.end(), shape.fields.begin(), shape.fields.end(),
                    [](const Value& value, Type type) { return type_of(value) == type; });
}

bool fits(const Template& wanted, const Shape& shape) {
  const auto* kind = wanted.empty() ? nullptr : std::get_if<Value>(&wanted.front());
  return kind != nullptr && is_text(*kind, shape.kind) &&
         std::equal(wanted.begin() + 1, wanted.end(), shape.fields.begin(), shape.fields.end(),
                    [](const Field& field, Type type) { return fits(field, type); });
}

Bytes weight_of(const Tuple& tuple) { return weight_of_all(tuple); }
Bytes weight_of(const Template& wanted) { return weight_of_all(wanted); }
std::string text_of(const Tuple& tuple) { return text_of_all(tuple); }
std::string text_of(const Template& wanted) { return text_of_all(wanted); }

std::string text_of(const Shape& shape) {
  Template all{Value(shape.kind)};
  for (const auto type : shape.fields)
    all.emplace_back(Formal{type});
  return text_of(all);
}

} // namespace malha::tuple_space
