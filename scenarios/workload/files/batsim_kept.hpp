// SPDX-License-Identifier: MIT
#pragma once
#include "batsim_extra.hpp"
#include "policies/sdk/workload.hpp"

#include <map>

namespace malha::batsim {

/// Batsim's manual allows any fields of jobs beside its own, and some have a meaning there that they do not
/// have here. They are kept in the metadata of their jobs, as "profile.np=4", and counted by name.
class Kept {
public:
  /// Keeps a field of "job", "extra_data" or "profile".
  void keep(const std::string& where, const std::string& key, const json& value, Job& job);
  /// Keeps `extra_data` of a job where it is no object.
  void keep_extra_data(const json& value, Job& job);
  /// A field of "job", "extra_data" or "profile" as notes call it.
  static std::string name_of(const std::string& where, const std::string& key);
  /// Counts a field that cannot be kept.
  void ignore(const std::string& what) { ++counts_[what]; }

  /// Adds a note on each field with the number of its jobs. Names beyond the first few are counted together.
  void add_to(std::vector<WorkloadNote>& notes) const;

private:
  void add(const std::string& entry, const std::string& what, Job& job);

  std::map<std::string, std::int64_t> counts_;
};

} // namespace malha::batsim
