// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <boost/container/small_vector.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace malha::tuple_space {

/// A text field. Equal texts are one object, which is kept until the program ends, so that a field has the
/// size of a pointer.
class Text {
public:
  Text(const char* text) : Text(std::string(text)) {}
  Text(const std::string& text);

  const std::string& str() const { return *text_; }

  friend bool operator==(Text a, Text b) { return a.text_ == b.text_; }
  friend bool operator!=(Text a, Text b) { return !(a == b); }

private:
  const std::string* text_;
};

/// A field that the space does not read. Two are equal if they are the same object.
struct Data {
  std::shared_ptr<const void> content;
  Bytes weight = 0; ///< size on a network

  friend bool operator==(const Data& a, const Data& b) { return a.content == b.content; }
  friend bool operator!=(const Data& a, const Data& b) { return !(a == b); }
};

using Value = std::variant<std::int64_t, double, Text, Data>;

/// The type of a field, in the order of the alternatives of Value.
enum class Type : std::uint8_t { integer, real, text, data };

inline Type type_of(const Value& value) { return static_cast<Type>(value.index()); }

/// The type of fields with that content.
template <class Content>
constexpr Type type_in() {
  if constexpr (std::is_same_v<Content, std::int64_t>)
    return Type::integer;
  if constexpr (std::is_same_v<Content, double>)
    return Type::real;
  if constexpr (std::is_same_v<Content, Text>)
    return Type::text;
  static_assert(std::disjunction_v<std::is_same<Content, std::int64_t>, std::is_same<Content, double>,
                                   std::is_same<Content, Text>, std::is_same<Content, Data>>);
  return Type::data;
}

/// An entry of the space: typed actual fields. The first is a text, its kind ("TASK"). Linda, see GridTS,
/// section
/// 2. A tuple never changes: copies share the fields, which are in one piece of memory.
class Tuple {
public:
  Tuple() : Tuple(empty_tuple()) {}
  Tuple(std::initializer_list<Value> fields) : Tuple(fields.begin(), fields.size()) {}
  /// A tuple with `size` fields.
  Tuple(const Value* fields, std::size_t size);
  /// A tuple with these fields.
  template <class... Given>
  static Tuple of(Given&&... given) {
    const std::array<Value, sizeof...(given)> fields{Value(std::forward<Given>(given))...};
    return {fields.data(), fields.size()};
  }

  bool empty() const { return size() == 0; }
  std::size_t size() const { return fields_->size; }
  Type type(std::size_t place) const { return fields_->types()[place]; }
  Value operator[](std::size_t place) const;
  /// Calls with a reference to the field: a number, a Text or a Data.
  template <class Visit>
  decltype(auto) visit(std::size_t place, Visit&& visit) const;
  /// The field. Throws std::bad_variant_access if it has another type.
  template <class Content>
  const Content& get(std::size_t place) const;

  friend bool operator==(const Tuple& a, const Tuple& b);
  friend bool operator!=(const Tuple& a, const Tuple& b) { return !(a == b); }

private:
  /// The types follow in memory, then the fields, 8 B each and a Data 24 B. A space may have millions of
  /// tuples, and a Value is as large as its largest alternative.
  struct alignas(Data) Shared {
    std::uint32_t owners = 0;
    const std::uint16_t size;
    const std::uint16_t before_data; ///< number of fields before the first Data

    Shared(std::uint16_t fields, std::uint16_t before) : size(fields), before_data(before) {}

    const Type* types() const { return reinterpret_cast<const Type*>(this + 1); }
    /// The address of a field.
    void* field(std::size_t place) {
      return reinterpret_cast<std::byte*>(this + 1) + bytes_of_types(size) + bytes_before(place);
    }
    void destroy();

  private:
    std::size_t bytes_before(std::size_t place) const {
      std::size_t bytes = 8 * place;
      for (std::size_t before = before_data; before < place; ++before)
        bytes += types()[before] == Type::data ? sizeof(Data) - 8 : 0;
      return bytes;
    }

    friend void intrusive_ptr_add_ref(Shared* shared) { ++shared->owners; }
    friend void intrusive_ptr_release(Shared* shared) {
      if (--shared->owners == 0)
        shared->destroy();
    }
  };

  /// The size of the types of that number of fields, so that the fields after them are aligned.
  static constexpr std::size_t bytes_of_types(std::size_t fields) {
    return (fields * sizeof(Type) + alignof(Data) - 1) / alignof(Data) * alignof(Data);
  }
  static const Tuple& empty_tuple();

  boost::intrusive_ptr<Shared> fields_;
};

template <class Visit>
decltype(auto) Tuple::visit(std::size_t place, Visit&& visit) const {
  const void* const field = fields_->field(place);
  switch (type(place)) {
  case Type::integer:
    return visit(*static_cast<const std::int64_t*>(field));
  case Type::real:
    return visit(*static_cast<const double*>(field));
  case Type::text:
    return visit(*static_cast<const Text*>(field));
  default:
    return visit(*static_cast<const Data*>(field));
  }
}

template <class Content>
const Content& Tuple::get(std::size_t place) const {
  if (type(place) != type_in<Content>())
    throw std::bad_variant_access();
  return *static_cast<const Content*>(fields_->field(place));
}

/// Whether the field has that type and that value.
template <class Content>
bool is_equal(const Tuple& tuple, std::size_t place, const Content& value) {
  return tuple.type(place) == type_in<Content>() && std::equal_to<>()(tuple.get<Content>(place), value);
}
inline bool is_equal(const Tuple& tuple, std::size_t place, const Value& value) {
  return std::visit([&](const auto& content) { return is_equal(tuple, place, content); }, value);
}

/// A field of a template that any value of that type matches.
struct Formal {
  Type type;
};

/// A field of a template that any value matches.
struct Wildcard {};

using Field = std::variant<Value, Formal, Wildcard>;

/// A pattern of tuples; the first field is an actual text. Copies share the fields until one of them changes:
/// each message that asks for a tuple has a template, and so has each waiting request.
class Template {
public:
  Template() = default;
  Template(std::initializer_list<Field> fields) : shared_(new Shared) {
    shared_->fields.assign(fields.begin(), fields.end());
  }

  bool empty() const { return size() == 0; }
  std::size_t size() const { return shared_ ? shared_->fields.size() : 0; }
  const Field& operator[](std::size_t place) const { return shared_->fields[place]; }
  const Field* begin() const { return shared_ ? shared_->fields.data() : nullptr; }
  const Field* end() const { return begin() + size(); }

  void set(std::size_t place, Field field) { own()[place] = std::move(field); }
  void push_back(Field field) { own().push_back(std::move(field)); }

private:
  using Fields = boost::container::small_vector<Field, 5>;
  struct Shared : boost::intrusive_ref_counter<Shared, boost::thread_unsafe_counter> {
    Fields fields;
  };

  /// The fields, shared with no other template.
  Fields& own() {
    if (!shared_ || shared_->use_count() > 1)
      shared_ = shared_ ? new Shared(*shared_) : new Shared;
    return shared_->fields;
  }

  boost::intrusive_ptr<Shared> shared_;
};

/// The types of the fields of tuples of one kind.
struct Shape {
  Text kind;
  std::vector<Type> fields; ///< after the kind
};

/// The first field; nothing if it is no actual text.
std::optional<Text> kind_of(const Tuple& tuple);
std::optional<Text> kind_of(const Template& wanted);

/// Whether tuple and template have equally many fields, of the same types, and equal values at the actual
/// fields of the template. Reals are compared as numbers: 0 is -0, and no NaN matches.
bool matches(const Template& wanted, const Tuple& tuple);

/// Whether the tuple has that kind, and fields of those types.
bool fits(const Tuple& tuple, const Shape& shape);
/// Whether a tuple of that shape could match.
bool fits(const Template& wanted, const Shape& shape);

/// Size on a network, in B: 8 for a number, the length of a text, the weight of a Data, and 1 for a formal or
/// a wildcard; 0 for the type of a field and the number of fields.
Bytes weight_of(const Tuple& tuple);
Bytes weight_of(const Template& wanted);

/// The text for messages: ("TASK", 3, 2.5, ?integer, *, data). A whole real ends in ".0", unlike an integer.
std::string text_of(const Tuple& tuple);
std::string text_of(const Template& wanted);
/// The text of the template that all tuples of the shape match.
std::string text_of(const Shape& shape);

} // namespace malha::tuple_space
