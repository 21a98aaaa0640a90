// SPDX-License-Identifier: MIT
#pragma once
#include "round.hpp"

#include <map>

namespace malha::cluster::slurm {

/// The jobs that a pass looks at, in order: those that the limits let through.
class TestedJobs {
public:
  TestedJobs(const Settings& settings, const Round& round) {
    Counts counts(settings);
    round.order.for_each([&](const QueuedJob& job) {
      if (settings.most_tested > 0 && static_cast<Settings::Count>(jobs_.size()) == settings.most_tested)
        return false;
      if (!round.starts(job) && counts.let_through(job))
        jobs_.push_back(&job);
      return true;
    });
  }

  using Place = std::vector<const QueuedJob*>::const_iterator;
  Place begin() const { return jobs_.begin(); }
  Place end() const { return jobs_.end(); }

private:
  /// Counts the jobs of each partition, user and association. Who is not known is one user.
  class Counts {
  public:
    explicit Counts(const Settings& settings)
        : of_part_{settings.most_of_part, {}}, of_user_{settings.most_of_user, {}},
          of_user_part_{settings.most_of_user_part, {}}, of_assoc_{settings.most_of_assoc, {}},
          has_any_(of_part_.most + of_user_.most + of_user_part_.most + of_assoc_.most > 0) {}

    bool let_through(const QueuedJob& job) {
      if (!has_any_)
        return true;
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
    const bool has_any_;
  };

  std::vector<const QueuedJob*> jobs_;
};

} // namespace malha::cluster::slurm
