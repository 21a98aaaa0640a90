// SPDX-License-Identifier: MIT
#pragma once
#include "round.hpp"

#include <map>

namespace malha::cluster::slurm {

/// The jobs that a pass looks at, in the order of the queue: those that the limits let through.
class TestedJobs {
public:
  TestedJobs(const Settings& settings, const Round& round) {
    Counts counts(settings);
    for (const auto& job : round.view().queue) {
      if (settings.most_tested > 0 && static_cast<Settings::Count>(jobs_.size()) == settings.most_tested)
        break;
      if (!round.starts(job) && counts.let_through(job))
        jobs_.push_back({&job, job.size});
    }
    for (auto at = jobs_.size(); at-- > 1;)
      jobs_[at - 1].least_size = std::min(jobs_[at - 1].least_size, jobs_[at].least_size);
  }

  struct One {
    const QueuedJob* job;
    int least_size; ///< of this job and those behind it: none of them can start on fewer free nodes
  };
  auto begin() const { return jobs_.begin(); }
  auto end() const { return jobs_.end(); }

private:
  /// Counts the jobs of each partition, user and association. Who is not known is one user.
  class Counts {
  public:
    explicit Counts(const Settings& settings)
        : of_part_{settings.most_of_part, {}}, of_user_{settings.most_of_user, {}},
          of_user_part_{settings.most_of_user_part, {}}, of_assoc_{settings.most_of_assoc, {}} {}

    bool let_through(const QueuedJob& job) {
      const auto& who = credentials_of(job);
      return of_part_.has_room(who.partition, "") && of_user_.has_room(who.user, "") &&
             of_user_part_.has_room(who.user, who.partition) && of_assoc_.has_room(who.user, who.account) &&
             count(who);
    }

  private:
    struct Limit {
      Settings::Count most; ///< 0: no limit
      std::map<std::pair<std::string, std::string>, Settings::Count> counts;

      bool has_room(const std::string& one, const std::string& other) const {
        const auto found = most > 0 ? counts.find({one, other}) : counts.end();
        return found == counts.end() || found->second < most;
      }
      void count(const std::string& one, const std::string& other) {
        if (most > 0)
          ++counts[{one, other}];
      }
    };

    bool count(const Credentials& who) {
      of_part_.count(who.partition, "");
      of_user_.count(who.user, "");
      of_user_part_.count(who.user, who.partition);
      of_assoc_.count(who.user, who.account);
      return true;
    }

    Limit of_part_, of_user_, of_user_part_, of_assoc_;
  };

  std::vector<One> jobs_;
};

} // namespace malha::cluster::slurm
