// SPDX-License-Identifier: MIT
#pragma once
#include "cluster_json.hpp"

#include <utility>
#include <vector>

namespace malha::external {

/// What the other side knows of a sorted list of jobs, so that it need be told only what has changed: the
/// handles of jobs that are `gone`, and the `new` ones, both in the order of the list. A job of which a value
/// has changed is in both. `Row` is what is known of a job: with `of(job)`, `==`, and `<`, which is the order
/// of the list.
template <class Row>
class ChangedJobs {
public:
  /// Writes the member `name`: the whole list, or what has changed since it was last written.
  template <class Jobs, class Write>
  void write(JsonLine& line, const char* name, const Jobs& jobs, bool changes_only, const Write& write_one) {
    if (!changes_only)
      return line.list(name, jobs, write_one);
    compare(jobs);
    if (gone_.empty() && new_.empty())
      return;
    line.object(name, [&](JsonLine& changes) {
      changes.member("gone", gone_);
      changes.list("new", new_, [&](JsonLine& one, const auto* job) {
        write_one(one, *static_cast<const typename Jobs::value_type*>(job));
      });
    });
  }

private:
  template <class Jobs>
  void compare(const Jobs& jobs) {
    gone_.clear();
    new_.clear();
    now_.clear();
    auto known = known_.begin();
    for (const auto& job : jobs) {
      auto row = Row::of(job);
      for (; known != known_.end() && *known < row && !(*known == row); ++known)
        gone_.push_back(known->handle);
      if (known != known_.end() && *known == row) {
        ++known;
      } else {
        if (known != known_.end() && !(row < *known)) // the same place, and another value
          gone_.push_back((known++)->handle);
        new_.push_back(&job);
      }
      now_.push_back(std::move(row));
    }
    for (; known != known_.end(); ++known)
      gone_.push_back(known->handle);
    known_.swap(now_);
  }

  std::vector<Row> known_, now_; ///< two, so that none need be made each time
  std::vector<cluster::JobHandle> gone_;
  std::vector<const void*> new_;
};

} // namespace malha::external
