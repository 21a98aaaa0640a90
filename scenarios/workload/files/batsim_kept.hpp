// SPDX-License-Identifier: MIT
#pragma once
#include "batsim_extra.hpp"
#include "policies/sdk/workload.hpp"

#include <map>

namespace malha::batsim {

/// Fields of which Batsim's manual allows any, and which mean nothing here: they are kept in the metadata of
/// their jobs, as "profile.np=4", and counted by name.
class Kept {
public:
  /// Keeps a field of "job", "extra_data" or "profile".
  void keep(const std::string& where, const std::string& key, const json& value, Job& job);
  /// Keeps an `extra_data` of a job that is no object.
  void keep_extra_data(const json& value, Job& job);
  /// Counts a field that can be kept nowhere.
  void ignore(const std::string& what) { ++counts_[what]; }

  /// How many jobs had what; names beyond the first ones are taken together.
  void add_to(std::vector<WorkloadNote>& notes) const;

private:
  void add(const std::string& entry, const std::string& what, Job& job);

  std::map<std::string, std::int64_t> counts_;
};

} // namespace malha::batsim
