// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/errors.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <limits>
#include <string>
#include <vector>

namespace malha {

/// A JSON value as messages show it.
std::string shown(const nlohmann::json& value);

/// A JSON object, and how messages name it: "jobs.json: job 3". Refers to the object,
/// which must live as long. Its functions throw InputError on what they refuse.
class JsonFields {
public:
  JsonFields(std::string who, const nlohmann::json& object);

  const std::string& who() const { return who_; }
  void accept_only(const std::vector<std::string>& keys) const;
  bool has(const std::string& key) const { return object_.contains(key); }
  const nlohmann::json& required(const std::string& key, const std::string& valid) const;
  double number(const std::string& key, double low = 0) const;
  int count(const std::string& key, int most = std::numeric_limits<int>::max()) const;
  bool flag(const std::string& key) const;
  /// A text without quotes, of one line.
  std::string text(const std::string& key) const;
  /// A text of one line, in which quotes are allowed. Control characters are refused, and characters that
  /// turn the direction of text: the text stands in records, and is shown.
  std::string line(const std::string& key) const;
  const nlohmann::json& object() const { return object_; }

  [[noreturn]] void refuse(const std::string& key, const std::string& valid) const;
  [[noreturn]] void fail(const std::string& what) const { throw InputError(who_ + what); }

private:
  std::string who_;
  const nlohmann::json& object_;
};

/// The JSON of a file. `valid` says what the file should be, in messages. Throws InputError: with the line
/// for a text that is no JSON and for a key that an object has twice, and for lists that are nested too
/// deeply.
nlohmann::json json_of_file(const std::filesystem::path& file, const std::string& valid);

} // namespace malha
