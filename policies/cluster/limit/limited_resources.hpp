// SPDX-License-Identifier: MIT
#pragma once
#include "limit_reasons.hpp"
#include "policies/cluster/site_rules.hpp"

#include <algorithm>

namespace malha::cluster::limits {

inline std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// The trackable resources that a site limits, by number. Others need not be counted. They have the order of
/// Slurm, in which limits on them are looked at: CPUs, memory, nodes, billing, then the others by name.
class LimitedResources {
public:
  explicit LimitedResources(const SiteRules& site) {
    for (const auto& limits : site.limits)
      take(limits);
    for (const auto& [name, qos] : site.qos)
      take(qos.limits);
    std::sort(names_.begin(), names_.end(), [](const std::string& a, const std::string& b) {
      return std::pair(rank(a), a) < std::pair(rank(b), b);
    });
    names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
  }

  int size() const { return static_cast<int>(names_.size()); }
  const std::string& name(int number) const { return names_[static_cast<std::size_t>(number)]; }
  /// Whether usage matters: a limit says how much may be used in the course of time.
  bool any_usage() const { return any_usage_; }
  /// Whether it matters how long running jobs may still run.
  bool any_time_left() const { return any_time_left_; }

  /// Amounts by number; 0 where there is none.
  std::vector<double> amounts(const TresAmounts& by_name) const {
    std::vector<double> found;
    for (const auto& name : names_)
      found.push_back(amount_of(by_name, name));
    return found;
  }

private:
  static std::size_t rank(const std::string& name) {
    static const std::vector<std::string> first{"cpu", "mem", "node", "billing"};
    return static_cast<std::size_t>(std::find(first.begin(), first.end(), name) - first.begin());
  }

  void take(const Limits& limits) {
    for (const auto* amounts :
         {&limits.grp_tres, &limits.grp_tres_mins, &limits.grp_tres_run_mins, &limits.max_tres_per_job,
          &limits.max_tres_per_node, &limits.max_tres_mins_per_job, &limits.min_tres_per_job,
          &limits.max_tres_per_user, &limits.max_tres_per_account})
      for (const auto& [name, amount] : *amounts)
        names_.push_back(name);
    any_usage_ |= !limits.grp_tres_mins.empty() || limits.grp_wall.has_value();
    any_time_left_ |= !limits.grp_tres_mins.empty() || !limits.grp_tres_run_mins.empty();
  }

  std::vector<std::string> names_;
  bool any_usage_ = false, any_time_left_ = false;
};

} // namespace malha::cluster::limits
