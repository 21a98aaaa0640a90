// SPDX-License-Identifier: MIT
#include "first_key.hpp"

#include <nlohmann/json.hpp>

#include <fstream>

namespace malha {
namespace {

/// Reads until a key is found.
class KeySearch : public nlohmann::json::json_sax_t {
public:
  explicit KeySearch(const std::function<bool(const std::string&, int)>& is_wanted) : is_wanted_(is_wanted) {}

  const std::string& found() const { return found_; }

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return ++depth_ > 0; }
  bool end_object() override { return --depth_ > 0; }
  bool start_array(std::size_t) override { return ++depth_ > 0; }
  bool end_array() override { return --depth_ > 0; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override {
    return false;
  }
  bool key(string_t& name) override {
    if (is_wanted_(name, depth_))
      found_ = name;
    return found_.empty();
  }

private:
  const std::function<bool(const std::string&, int)>& is_wanted_;
  std::string found_;
  int depth_ = 0;
};

} // namespace

std::string first_key_of(const std::filesystem::path& file,
                         const std::function<bool(const std::string&, int)>& is_wanted) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(file, unknown))
    return "";
  std::ifstream in(file, std::ios::binary);
  KeySearch search(is_wanted);
  nlohmann::json::sax_parse(in, &search);
  return search.found();
}

} // namespace malha
