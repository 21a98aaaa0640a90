// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace malha::cluster::limits {

/// What some holders, by number, have at present. A holder is whoever something is counted for: an
/// association, a QOS, a user or an account within a QOS. Amounts are whole numbers, so that their sums are
/// exact.
class Holdings {
public:
  Holdings(int holders, int resources)
      : jobs_(static_cast<std::size_t>(holders)), resources_(static_cast<std::size_t>(resources)),
        amounts_(jobs_.size() * resources_) {}

  /// Adds a holder, and returns its number.
  int add() {
    jobs_.emplace_back();
    amounts_.resize(jobs_.size() * resources_);
    return static_cast<int>(jobs_.size()) - 1;
  }

  void submitted(const std::vector<int>& holders) { change(&Jobs::all, holders, 1); }
  void left(const std::vector<int>& holders) { change(&Jobs::all, holders, -1); }
  void started(const std::vector<int>& holders, const std::vector<double>& amounts) {
    change(&Jobs::running, holders, 1);
    change(holders, amounts, 1);
  }
  void ended(const std::vector<int>& holders, const std::vector<double>& amounts) {
    change(&Jobs::running, holders, -1);
    change(holders, amounts, -1);
  }

  double running(int holder) const { return jobs_[static_cast<std::size_t>(holder)].running; }
  /// Running and waiting.
  double all(int holder) const { return jobs_[static_cast<std::size_t>(holder)].all; }
  /// Of a resource, in use by running jobs.
  double in_use(int holder, int resource) const {
    return amounts_[static_cast<std::size_t>(holder) * resources_ + static_cast<std::size_t>(resource)];
  }

private:
  struct Jobs {
    std::int32_t running = 0, all = 0;
  };

  void change(std::int32_t Jobs::*number, const std::vector<int>& holders, std::int32_t by) {
    for (const int holder : holders)
      jobs_[static_cast<std::size_t>(holder)].*number += by;
  }
  void change(const std::vector<int>& holders, const std::vector<double>& amounts, double sign) {
    for (const int holder : holders) {
      double* const own = amounts_.data() + static_cast<std::size_t>(holder) * resources_;
      for (std::size_t resource = 0; resource < resources_; ++resource)
        own[resource] += sign * amounts[resource];
    }
  }

  std::vector<Jobs> jobs_; ///< by holder
  std::size_t resources_;
  std::vector<double> amounts_; ///< by holder, then resource
};

} // namespace malha::cluster::limits
