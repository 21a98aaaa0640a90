// SPDX-License-Identifier: MIT
#include "policies/sdk/numbers.hpp"
#include "results/validate/rule.hpp"

namespace malha {
namespace {

/// Checks the hosts of each job: they exist, and each can do the work of the job in its execution time.
class Hosts : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  void job(const JobInFile& read) override {
    if (read.is_rejected())
      return;
    const auto hosts = hosts_of(read);
    if (!run_.has_work || read.job.state != FinalState::completed || run_.sizes.has(read.id) ||
        (read.is_restarted() && run_.settings.may(Trait::resumed_work)))
      return;
    const Flops work = finite(read.row, "work");
    if (hosts.slowest != nullptr)
      check_speed(read, hosts.slowest->host, work / hosts.least_speed);
    for (const int index : hosts.changing)
      check_speed(
          read, run_.resources.at(index).host,
          run_.speeds.at(index).run(read.job.start, work * run_.stretches.of(index, read.job.start)).time);
  }

  void end() override {
    if (run_.has_work)
      findings_.checked("no task is faster than its host");
    else
      findings_.not_checked("speed: jobs.csv has no column 'work'");
  }

private:
  struct HostsOfJob {
    const ResourceRow* slowest = nullptr; ///< of those with a constant speed
    FlopsPerSecond least_speed = 0;       ///< that with which it computes for the job
    std::vector<int> changing;            ///< of those with a changing speed
  };

  /// The hosts of a job. Reports resources that do not exist.
  HostsOfJob hosts_of(const JobInFile& read) {
    HostsOfJob hosts;
    for (const auto& interval : read.job.resources.intervals()) {
      int index = interval.first;
      for (auto known = run_.resources.lower_bound(index);
           known != run_.resources.end() && known->first == index && index <= interval.last; ++known, ++index)
        if (run_.speeds.count(index) > 0) {
          hosts.changing.push_back(index);
        } else if (const auto speed = known->second.speed / run_.stretches.of(index, read.job.start);
                   hosts.slowest == nullptr || speed < hosts.least_speed) {
          hosts.slowest = &known->second;
          hosts.least_speed = speed;
        }
      if (index <= interval.last)
        findings_.violation("capacity", read.who + " is on resource " + std::to_string(index) +
                                            ", which is not " +
                                            (run_.is_of_tool ? "on the platform" : "in resources.csv"));
    }
    return hosts;
  }

  /// Checks that a job took at least the time that a host needs for its work.
  void check_speed(const JobInFile& read, const std::string& host, Seconds needed) {
    const Seconds took = execution_time(read.job);
    if (took < needed - run_.slack(read.job.finish))
      findings_.violation("speed",
                          read.who + " took " + shortest(took) + " s, " + host + " needs " +
                              shortest(needed) + " s for it",
                          read.is_restarted() ? std::optional(Trait::resumed_work) : std::nullopt);
  }
};

} // namespace

MALHA_RULE("hosts", "The hosts of each job exist, and none of them is slower than the job.", check_by<Hosts>,
           80, true)

} // namespace malha
