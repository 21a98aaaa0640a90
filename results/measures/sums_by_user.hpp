// SPDX-License-Identifier: MIT
#pragma once
#include <map>
#include <string>
#include <unordered_map>

namespace malha {

/// The mean of a number over the jobs of each user.
class SumsByUser {
public:
  void add(const std::string& user, double number) {
    auto& sums = users_[user];
    sums.total += number;
    ++sums.jobs;
  }
  bool empty() const { return users_.empty(); }
  /// The mean of each user, in the order of names: sums over users must not depend on hashes.
  std::map<std::string, double> means() const {
    std::map<std::string, double> all;
    for (const auto& [user, sums] : users_)
      all.emplace(user, sums.total / sums.jobs);
    return all;
  }

private:
  struct Sums {
    double total = 0, jobs = 0;
  };

  std::unordered_map<std::string, Sums> users_;
};

} // namespace malha
