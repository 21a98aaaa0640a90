// SPDX-License-Identifier: MIT
#include "tuples.hpp"

#include "policies/sdk/numbers.hpp"

#include <algorithm>
#include <array>
#include <iomanip>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <unordered_set>

namespace malha::tuple_space {
namespace {

constexpr Bytes number_size = 8;
constexpr Bytes tag_size = 1; // size of a formal or a wildcard

std::size_t bytes_of(const Value& value) { return type_of(value) == Type::data ? sizeof(Data) : 8; }

/// Whether a formal field or a wildcard matches that type.
bool stands_for(const Field& wanted, Type type) {
  const auto* formal = std::get_if<Formal>(&wanted);
  return formal == nullptr || formal->type == type;
}

bool matches(const Field& wanted, const Tuple& tuple, std::size_t place) {
  const auto* actual = std::get_if<Value>(&wanted);
  return actual != nullptr ? is_equal(tuple, place, *actual) : stands_for(wanted, tuple.type(place));
}

bool fits(const Field& wanted, Type type) {
  const auto* actual = std::get_if<Value>(&wanted);
  return actual != nullptr ? type_of(*actual) == type : stands_for(wanted, type);
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
std::string text_of_all(const Fields& fields) {
  std::string text;
  for (std::size_t place = 0; place < fields.size(); ++place)
    text += (text.empty() ? "" : ", ") + text_of(fields[place]);
  return "(" + text + ")";
}

} // namespace

Text::Text(const std::string& text) {
  static std::unordered_set<std::string> all;
  text_ = &*all.insert(text).first;
}

Tuple::Tuple(const Value* fields, std::size_t size) {
  if (size > std::numeric_limits<std::uint16_t>::max())
    throw std::length_error("a tuple has " + std::to_string(size) + " fields");
  std::size_t before_data = size, bytes = sizeof(Shared) + bytes_of_types(size);
  for (std::size_t place = 0; place < size; ++place) {
    bytes += bytes_of(fields[place]);
    if (type_of(fields[place]) == Type::data)
      before_data = std::min(before_data, place);
  }
  fields_ = new (::operator new(bytes))
      Shared(static_cast<std::uint16_t>(size), static_cast<std::uint16_t>(before_data));
  for (std::size_t place = 0; place < size; ++place)
    new (const_cast<Type*>(fields_->types()) + place) Type(type_of(fields[place]));
  for (std::size_t place = 0; place < size; ++place)
    std::visit([at = fields_->field(place)](const auto& value) { new (at) auto(value); }, fields[place]);
}

Value Tuple::operator[](std::size_t place) const {
  return visit(place, [](const auto& field) { return Value(field); });
}

void Tuple::Shared::destroy() {
  for (std::size_t place = before_data; place < size; ++place)
    if (types()[place] == Type::data)
      static_cast<Data*>(field(place))->~Data();
  ::operator delete(this);
}

const Tuple& Tuple::empty_tuple() {
  static const Tuple tuple(nullptr, 0);
  return tuple;
}

bool operator==(const Tuple& a, const Tuple& b) {
  bool equal = a.size() == b.size();
  for (std::size_t place = 0; equal && place < a.size(); ++place)
    equal = b.visit(place, [&](const auto& field) { return is_equal(a, place, field); });
  return equal;
}

std::optional<Text> kind_of(const Tuple& tuple) {
  if (tuple.empty() || tuple.type(0) != Type::text)
    return std::nullopt;
  return tuple.get<Text>(0);
}

std::optional<Text> kind_of(const Template& wanted) {
  const auto* actual = wanted.empty() ? nullptr : std::get_if<Value>(wanted.begin());
  const auto* kind = actual == nullptr ? nullptr : std::get_if<Text>(actual);
  return kind == nullptr ? std::nullopt : std::optional(*kind);
}

bool matches(const Template& wanted, const Tuple& tuple) {
  bool equal = wanted.size() == tuple.size();
  for (std::size_t place = 0; equal && place < wanted.size(); ++place)
    equal = matches(wanted[place], tuple, place);
  return equal;
}

bool fits(const Tuple& tuple, const Shape& shape) {
  const auto kind = kind_of(tuple);
  bool fit = kind && *kind == shape.kind && tuple.size() == shape.fields.size() + 1;
  for (std::size_t place = 1; fit && place < tuple.size(); ++place)
    fit = tuple.type(place) == shape.fields[place - 1];
  return fit;
}

bool fits(const Template& wanted, const Shape& shape) {
  const auto kind = kind_of(wanted);
  return kind && *kind == shape.kind &&
         std::equal(wanted.begin() + 1, wanted.end(), shape.fields.begin(), shape.fields.end(),
                    [](const Field& field, Type type) { return fits(field, type); });
}

Bytes weight_of(const Tuple& tuple) {
  Bytes sum = 0;
  for (std::size_t place = 0; place < tuple.size(); ++place)
    sum += tuple.visit(place, [](const auto& field) { return weight_of(field); });
  return sum;
}

Bytes weight_of(const Template& wanted) {
  Bytes sum = 0;
  for (const auto& field : wanted)
    sum += weight_of(field);
  return sum;
}

std::string text_of(const Tuple& tuple) { return text_of_all(tuple); }
std::string text_of(const Template& wanted) { return text_of_all(wanted); }

std::string text_of(const Shape& shape) {
  Template all{Value(shape.kind)};
  for (const auto type : shape.fields)
    all.push_back(Formal{type});
  return text_of(all);
}

} // namespace malha::tuple_space
