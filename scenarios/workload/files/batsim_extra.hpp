// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue/oscarpbs/emergency.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/job.hpp"

#include <nlohmann/json.hpp>

#include <limits>

namespace malha::batsim {

using cluster::oscarpbs::Powers;
using nlohmann::json;

class Kept;

/// A JSON value as messages show it.
std::string shown(const json& value);

/// A JSON object, and how messages name it: "jobs.json: job 3". Its functions throw InputError on what they
/// refuse.
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
  /// A text without quotes, of one line.
  std::string text(const std::string& key) const;
  /// A text of one line, in which quotes are allowed. Control characters are refused, and characters that
  /// turn the direction of text: the text stands in records, and is shown.
  std::string line(const std::string& key) const;
  const json& object() const { return object_; }

  [[noreturn]] void refuse(const std::string& key, const std::string& valid) const;
  [[noreturn]] void fail(const std::string& what) const { throw InputError(who_ + what); }

private:
  std::string who_;
  const json& object_;
};

/// Adds what `extra_data` says of a job to the job, whose size, submission and walltime are known. These are
/// user, queue, metadata, fragments, class, deadline and powers, the parallel application that it is, the bag
/// to which it belongs, and its input.
/// Batsim 5 writes `extra_data` as a text of JSON. Throws InputError on a damaged field.
void read_extra_data(const std::string& who, const json& extra_data, Job& job, Kept& kept);

/// The classes by name, and the powers over other jobs by name. Messages list them in this order.
const std::vector<std::pair<const char*, ServiceClass>>& service_classes();
const std::vector<std::pair<const char*, bool Powers::*>>& powers_to_deallocate();
const std::vector<std::pair<const char*, bool Powers::*>>& powers_to_kill();

} // namespace malha::batsim
