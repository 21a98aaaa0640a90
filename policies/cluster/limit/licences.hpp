// SPDX-License-Identifier: MIT
#pragma once
#include "job_demand.hpp"

namespace malha::cluster::limits {

/// The licences of a cluster and how many of them running jobs have.
class Licences {
public:
  explicit Licences(const std::map<std::string, std::int64_t>& there) {
    for (const auto& [name, number] : there) {
      numbers_.emplace(name, all_.size());
      all_.push_back(number);
    }
    free_ = all_;
  }

  /// What a job takes: places of licences, and how many. One that there is not has the place `none`.
  using Taken = std::vector<std::pair<std::size_t, std::int64_t>>;
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  Taken taken_by(const QueuedJob& job) const {
    Taken taken;
    if (const auto* demands = demands_of(job))
      for (const auto& [name, number] : demands->licences) {
        const auto found = numbers_.find(name);
        taken.emplace_back(found == numbers_.end() ? none : found->second, number);
      }
    return taken;
  }

  /// Whether there are as many, in use or not.
  bool are_there(const Taken& taken) const {
    return std::all_of(taken.begin(), taken.end(),
                       [&](const auto& one) { return one.first != none && one.second <= all_[one.first]; });
  }
  bool are_free(const Taken& taken) const {
    return std::all_of(taken.begin(), taken.end(),
                       [&](const auto& one) { return one.first != none && one.second <= free_[one.first]; });
  }
  void take(const Taken& taken) { change(taken, -1); }
  void give_back(const Taken& taken) { change(taken, 1); }

private:
  void change(const Taken& taken, std::int64_t sign) {
    for (const auto& [place, number] : taken)
      if (place != none)
        free_[place] += sign * number;
  }

  std::map<std::string, std::size_t> numbers_;
  std::vector<std::int64_t> all_, free_; ///< by place
};

} // namespace malha::cluster::limits
