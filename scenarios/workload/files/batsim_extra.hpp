// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/oscarpbs/emergency.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/job.hpp"

#include <nlohmann/json.hpp>

#include <limits>

namespace malha::batsim {

using cluster::oscarpbs::Powers;
using nlohmann::json;

class Kept;

/// A value for a message.
std::string shown(const json& value);

/// A JSON object and who it is, for messages: "jobs.json: job 3". What it refuses becomes an InputError.
class Fields {
public:
  Fields(std::string who, const json& object);

  const std::string& who() const { return who_; }
  void accept_only(const std::vector<std::string>& keys) const;
  bool has(const std::string& key) const { return object_.contains(key); }
  const json& required(const std::string& key, const std::string& valid) const;
  double number(const std::string& key, double low = 0) const;
  int count(const std::string& key, int most = std::numeric_limits<int>::max()) const;
  bool flag(const std::string& key) const;
  /// Records are CSV, whose readers take a line for a row.
  std::string text(const std::string& key) const;
  /// The same, where quotes are no harm.
  std::string line(const std::string& key) const;
  const json& object() const { return object_; }

  [[noreturn]] void refuse(const std::string& key, const std::string& valid) const;
  [[noreturn]] void fail(const std::string& what) const { throw InputError(who_ + what); }

private:
  std::string who_;
  const json& object_;
};

/// Adds what `extra_data` says of a job whose size, submission and walltime are known: user, queue, metadata,
/// fragments, class, deadline and powers, the bag that it is a task of, and its input. Batsim 5 writes it as
/// a text of JSON. Throws InputError on what damages one of those.
void read_extra_data(const std::string& who, const json& extra_data, Job& job, Kept& kept);

/// The classes by name, and the powers over them, in the order in which they are listed.
const std::vector<std::pair<const char*, ServiceClass>>& service_classes();
const std::vector<std::pair<const char*, bool Powers::*>>& powers_to_deallocate();
const std::vector<std::pair<const char*, bool Powers::*>>& powers_to_kill();

} // namespace malha::batsim
