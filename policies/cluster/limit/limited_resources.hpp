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

/// Some of the limited resources, each with a column of its own in a table.
class Columns {
public:
  explicit Columns(std::vector<int> resources) : resources_(std::move(resources)) {}

  std::size_t size() const { return resources_.size(); }
  /// The numbers of the resources, by column.
  const std::vector<int>& resources() const { return resources_; }
  std::size_t of(int resource) const {
    return static_cast<std::size_t>(std::lower_bound(resources_.begin(), resources_.end(), resource) -
                                    resources_.begin());
  }

private:
  std::vector<int> resources_; ///< in ascending order
};

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
  /// Those of which a limit says how much may be used in the course of time.
  Columns with_usage() const { return columns_of(used_); }
  /// Those of which it matters how long running jobs may still have them; `is_safe`: usage must last for
  /// them.
  Columns with_time_left(bool is_safe) const {
    auto some = left_;
    some.insert(used_.begin(), is_safe ? used_.end() : used_.begin());
    return columns_of(some);
  }
  /// Whether a limit is about usage, be it of a resource or of the clock.
  bool any_usage() const { return any_wall_ || !used_.empty(); }

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
    for (const auto& [name, minutes] : limits.grp_tres_mins)
      used_.insert(name);
    for (const auto& [name, minutes] : limits.grp_tres_run_mins)
      left_.insert(name);
    any_wall_ |= limits.grp_wall.has_value();
  }

  Columns columns_of(const std::set<std::string>& some) const {
    std::vector<int> numbers;
    for (int number = 0; number < size(); ++number)
      if (some.count(name(number)) > 0)
        numbers.push_back(number);
    return Columns(std::move(numbers));
  }

  std::vector<std::string> names_;
  std::set<std::string> used_, left_;
  bool any_wall_ = false;
};

} // namespace malha::cluster::limits
