// SPDX-License-Identifier: MIT
#include "strict_json.hpp"

#include "policies/sdk/errors.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

namespace malha {
namespace {

using nlohmann::json;

/// The byte at which the key of that number begins, counted from 0, in a text that is JSON up to there.
std::size_t place_of_key(std::string_view text, std::size_t number) {
  std::size_t keys = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '"')
      continue;
    const auto begin = at;
    for (++at; at < text.size() && text[at] != '"'; ++at)
      at += text[at] == '\\' ? 1 : 0;
    const auto next = text.find_first_not_of(" \t\r\n", at + 1);
    if (next != std::string_view::npos && text[next] == ':' && keys++ == number)
      return begin;
  }
  return text.size();
}

/// Builds the value that the library would build, and looks whether a key is new. The library's own callback
/// for keys goes through all items of a list with each of its items.
class Builder {
public:
  Builder(std::string_view text, const std::string& where, bool has_errors)
      : text_(text), where_(where), has_errors_(has_errors) {}

  json take() { return std::move(root_); }

  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(json::number_integer_t value) { return add(value); }
  bool number_unsigned(json::number_unsigned_t value) { return add(value); }
  bool number_float(json::number_float_t value, const std::string&) { return add(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(json::binary_t&) { return false; } // which a text does not have
  bool start_object(std::size_t) { return open(json::object()); }
  bool end_object() { return close(); }
  bool start_array(std::size_t) { return open(json::array()); }
  bool end_array() { return close(); }
  bool key(const std::string& name) {
    const auto [place, is_new] = open_.back()->get_ref<json::object_t&>().emplace(name, nullptr);
    if (!is_new)
      refuse(name);
    ++keys_;
    member_ = &place->second;
    return true;
  }
  template <class Error>
  bool parse_error(std::size_t, const std::string&, const Error& error) {
    if (has_errors_)
      throw error;
    root_ = json(json::value_t::discarded);
    return false;
  }

private:
  json& place_for(json&& value) {
    if (open_.empty())
      return root_ = std::move(value);
    if (!open_.back()->is_array())
      return *member_ = std::move(value);
    return open_.back()->get_ref<json::array_t&>().emplace_back(std::move(value));
  }
  bool add(json&& value) {
    place_for(std::move(value));
    return true;
  }
  bool open(json&& value) {
    open_.push_back(&place_for(std::move(value)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  [[noreturn]] void refuse(const std::string& key) const {
    const auto at = place_of_key(text_, keys_);
    const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    throw InputError(where_ + ":" + std::to_string(line) + ": key " +
                     json(key).dump(-1, ' ', true, json::error_handler_t::replace).substr(0, 100) +
                     " occurs a second time in its object, at byte " + std::to_string(at + 1) +
                     "; valid: once");
  }

  std::string_view text_;
  const std::string& where_;
  bool has_errors_;
  json root_;
  std::vector<json*> open_; ///< objects and arrays
  json* member_ = nullptr;  ///< of the innermost object
  std::size_t keys_ = 0;    ///< so far
};

} // namespace

json strict_json(std::string_view text, const std::string& where, bool has_errors) {
  Builder builder(text, where, has_errors);
  json::sax_parse(text, &builder);
  return builder.take();
}

} // namespace malha
