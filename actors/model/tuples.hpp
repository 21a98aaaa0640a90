// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <boost/container/small_vector.hpp>

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace malha::tuple_space {

/// A field into which the space does not look. Two are equal when they are the same object.
struct Data {
  std::shared_ptr<const void> content;
  Bytes weight = 0; ///< on a network

  friend bool operator==(const Data& a, const Data& b) { return a.content == b.content; }
  friend bool operator!=(const Data& a, const Data& b) { return !(a == b); }
};

using Value = std::variant<std::int64_t, double, std::string, Data>;

/// In the order of Value.
enum class Type { integer, real, text, data };

/// An entry of the space: typed actual fields, the first of which is a text, its kind ("TASK"). Linda, see
/// GridTS, section 2. Never changes: copies share the fields.
class Tuple {
public:
  using Fields = boost::container::small_vector<Value, 5>;

  Tuple() : Tuple(empty_tuple()) {}
  Tuple(std::initializer_list<Value> fields) : Tuple(Fields(fields)) {}
  explicit Tuple(Fields&& fields) : fields_(std::make_shared<const Fields>(std::move(fields))) {}
  /// Which nobody changes any more.
  explicit Tuple(std::shared_ptr<const Fields> fields) : fields_(std::move(fields)) {}

  bool empty() const { return fields_->empty(); }
  std::size_t size() const { return fields_->size(); }
  const Value& operator[](std::size_t place) const { return (*fields_)[place]; }
  const Value& front() const { return fields_->front(); }
  Fields::const_iterator begin() const { return fields_->begin(); }
  Fields::const_iterator end() const { return fields_->end(); }

  friend bool operator==(const Tuple& a, const Tuple& b) { return *a.fields_ == *b.fields_; }
  friend bool operator!=(const Tuple& a, const Tuple& b) { return !(a == b); }

private:
  static const Tuple& empty_tuple() {
    static const Tuple tuple{Fields()};
    return tuple;
  }

  std::shared_ptr<const Fields> fields_;
};

/// A field of a template that any value of that type matches.
struct Formal {
  Type type;
};

/// A field of a template that any value matches.
struct Wildcard {};

using Field = std::variant<Value, Formal, Wildcard>;

/// What a tuple must look like; the first field is an actual text.
using Template = boost::container::small_vector<Field, 5>;

/// What tuples of one kind look like.
struct Shape {
  std::string kind;
  std::vector<Type> fields; ///< after the kind
};

inline Type type_of(const Value& value) { return static_cast<Type>(value.index()); }

/// Whether they have as many fields, of the same types, and the same values where the template has actual
/// ones. Reals are compared as numbers: 0 is -0, and no NaN matches.
bool matches(const Template& wanted, const Tuple& tuple);

/// Whether the tuple is of that kind, with fields of those types.
bool fits(const Tuple& tuple, const Shape& shape);
/// Whether a tuple of that shape could match.
bool fits(const Template& wanted, const Shape& shape);

/// Weight on a network: 8 B for a number, the length of a text, what a Data says, and 1 B for a formal or a
/// wildcard. Nothing for a field's type or the number of fields.
Bytes weight_of(const Tuple& tuple);
Bytes weight_of(const Template& wanted);

/// As messages show it: ("TASK", 3, 2.5, ?integer, *, data). A whole real ends in ".0", unlike an integer.
std::string text_of(const Tuple& tuple);
std::string text_of(const Template& wanted);
/// As the template that all its tuples match.
std::string text_of(const Shape& shape);

} // namespace malha::tuple_space
