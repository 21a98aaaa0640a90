// SPDX-License-Identifier: MIT
#pragma once
#include "draw.hpp"

namespace malha::conformance {

/// Names the members of a view, one call each, and reads or draws it: a view lists its members once. While a
/// view is read, the drawn value of a call has no meaning, and a member that is left out keeps the value that
/// its variable has. Throws NoView as Part does.
class Fields {
public:
  /// Reads the members of an object.
  explicit Fields(const Json& object) : part_(object) {}
  /// Draws them: adds each drawn value to the object.
  explicit Fields(Json* object) : part_(*object), drawn_(object) {}

  /// A number of the range, a flag, a text, or a list of numbers of the range.
  template <class Value, class Drawn>
  void operator()(const char* name, Value& value, const Range& range, const Drawn& drawn) {
    if (drawn_ == nullptr)
      return part_.read(name, value, range);
    (*drawn_)[name] = json_of(drawn);
    assign(value, drawn);
  }
  /// A flag, a text, or a number that is not below 0.
  template <class Value, class Drawn>
  void operator()(const char* name, Value& value, const Drawn& drawn) {
    (*this)(name, value, Range(), drawn);
  }

  /// Whether the object has a member, which the next call names.
  bool has(const char* name, bool drawn) { return drawn_ == nullptr ? part_.has(name) : drawn; }

  /// A list of objects. `members` is called with the fields of each object, and its element. While a view is
  /// drawn, the elements are those that are there.
  template <class Elements, class Members>
  void list(const char* name, Elements& elements, const Members& members) {
    if (drawn_ == nullptr) {
      elements.clear();
      for (const auto& object : part_.list(name)) {
        Fields fields(object);
        members(fields, elements.emplace_back());
        fields.end();
      }
      return;
    }
    auto objects = Json::array();
    for (auto& element : elements) {
      auto object = Json::object();
      Fields fields(&object);
      members(fields, element);
      objects.push_back(object);
    }
    (*drawn_)[name] = objects;
  }

  /// An object. `members` is called with its fields.
  template <class Members>
  void object(const char* name, const Members& members) {
    auto drawn = Json::object();
    Fields fields = drawn_ == nullptr ? Fields(part_.object(name)) : Fields(&drawn);
    members(fields);
    fields.end();
    if (drawn_ != nullptr)
      (*drawn_)[name] = drawn;
  }

  /// Without this condition a view is none: `end` throws NoView with the sentence.
  void need(bool condition, const std::string& sentence) {
    if (!condition && broken_.empty())
      broken_ = sentence;
  }

  /// Throws NoView if the object has other members than those that were named, or a condition does not hold.
  void end() const {
    if (drawn_ == nullptr)
      part_.expect_no_others();
    conformance::need(broken_.empty(), broken_);
  }

private:
  template <class Drawn>
  static Json json_of(const Drawn& drawn) {
    return drawn;
  }
  static Json json_of(double drawn) { return number(drawn); }
  static Json json_of(bool drawn) { return drawn ? 1 : 0; }

  template <class Value, class Drawn>
  static void assign(Value& value, const Drawn& drawn) {
    value = static_cast<Value>(drawn);
  }
  template <class Drawn>
  static void assign(std::vector<double>& values, const std::vector<Drawn>& drawn) {
    values.assign(drawn.begin(), drawn.end());
  }

  Part part_;
  Json* drawn_ = nullptr;
  std::string broken_; ///< the condition that does not hold
};

/// Reads a view, which is an object of a class with `fields(Fields&, Draw&)`. Throws NoView.
template <class View>
View read(const Json& json) {
  View view;
  Fields fields(json);
  Draw nothing;
  view.fields(fields, nothing);
  fields.end();
  return view;
}

/// Draws a view. Returns it as JSON.
template <class View>
Json drawn(View& view, Draw& draw) {
  auto json = Json::object();
  Fields fields(&json);
  view.fields(fields, draw);
  fields.end();
  return json;
}

} // namespace malha::conformance
