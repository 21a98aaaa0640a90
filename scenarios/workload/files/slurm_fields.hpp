// SPDX-License-Identifier: MIT
#pragma once
#include "json_fields.hpp"
#include "policies/sdk/quantities.hpp"

#include <optional>
#include <set>

namespace malha {

/// The fields of a job as `squeue --json` writes them, in the forms of several versions of Slurm. Functions
/// throw InputError, which names the job and the field.
class SlurmFields {
public:
  explicit SlurmFields(const JsonFields& fields) : fields_(fields) {}

  const JsonFields& raw() const { return fields_; }

  /// The number: infinity if there is no limit to it; nothing if the field is missing or not set.
  std::optional<double> number(const std::string& key) const;
  /// A number that must be there, at least `low`.
  double required(const std::string& key, const std::string& valid, double low) const;
  /// A whole number that must be there.
  std::int64_t required_whole(const std::string& key, const std::string& valid, std::int64_t low) const;
  /// A date that must be there, in s since 1970.
  Seconds date(const std::string& key) const;
  /// A date; 0: there is none.
  Seconds date_if_any(const std::string& key) const;
  /// The text, "" if it is missing or null.
  std::string text(const std::string& key) const;
  /// The words of a field that has one word, or a list of them.
  std::set<std::string> words(const std::string& key, const std::string& valid) const;
  /// Whether the field is there and true.
  bool is_true(const std::string& key) const;

private:
  const JsonFields& fields_;
};

} // namespace malha
