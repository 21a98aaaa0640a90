// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/site_rules.hpp"

namespace malha {

/// A PreemptMode of a cluster, a partition or a QOS.
struct SlurmPreemptMode {
  std::optional<cluster::PreemptMode> mode; ///< nothing: CLUSTER, or only GANG or WITHIN
  std::vector<std::string> others;          ///< GANG, WITHIN
};

/// Counts of the devices of a node.
struct SlurmGres {
  /// By name, "gpu"; those with a type also by name and type, "gpu:a100".
  std::map<std::string, std::int64_t> counts;
  bool has_no_consume = false; ///< there are some that jobs do not use up
};

/// A setting of Slurm 22.05 and its value, which is read as one of several types. Each reading throws
/// std::invalid_argument, one sentence with what is valid: "MaxTime is '3m'; valid: …". Upper and lower case
/// are the same.
class SlurmValue {
public:
  SlurmValue(std::string key, std::string text) : key_(std::move(key)), text_(std::move(text)) {}

  const std::string& key() const { return key_; }
  const std::string& text() const { return text_; }
  [[noreturn]] void refuse(const std::string& valid) const;

  /// A time: minutes, or min:s, h:m:s, d-h, d-h:m, d-h:m:s. `never` for UNLIMITED, INFINITE and -1.
  Seconds time() const;
  /// A time in whole minutes, rounded up, as Slurm keeps limits.
  Seconds time_in_minutes() const;
  /// The same of a limit of jobs. A limit of 0, under which nothing could run, is refused.
  Seconds time_limit() const;
  /// A time that is a whole number of seconds.
  Seconds seconds() const;
  /// A time that is a whole number of minutes; `never` for UNLIMITED.
  Seconds minutes() const;
  std::int64_t whole(std::int64_t low, std::int64_t high) const;
  /// A whole number from 0 on; nothing for UNLIMITED, INFINITE and -1.
  std::optional<std::int64_t> count() const;
  /// A number from 0 on.
  double real() const;
  /// Memory in MB as a whole number, of 1024 · 1024 bytes each; UNLIMITED is 0.
  Bytes memory() const;
  bool is_yes() const;
  /// Words that are separated by commas, without blanks around them; each once, in their order.
  std::vector<std::string> list() const;
  std::set<std::string> set() const;
  /// The one of these words that the value is, as it is spelled there.
  std::string word_of(const std::vector<std::string>& words) const;
  SlurmPreemptMode preempt_mode() const;
  /// Counts of licences by name: "lic:3,bar", where a name alone counts 1.
  std::map<std::string, std::int64_t> licences() const;
  /// "gpu:2", or "gpu:a100:2,gpu:v100:1"; K, M, … behind a number multiply it by 1024 and so on.
  SlurmGres gres() const;

private:
  bool means_no_limit() const;

  std::string key_, text_;
};

} // namespace malha
