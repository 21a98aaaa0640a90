// SPDX-License-Identifier: MIT
#pragma once
#include "limited_resources.hpp"

#include <optional>
#include <set>
#include <utility>

namespace malha::cluster::limits {

/// What is compared with a limit.
enum class LimitKind {
  grp_jobs,        ///< running jobs of a group
  user_jobs,       ///< of a user
  account_jobs,    ///< of an account
  grp_submit,      ///< running and waiting jobs of a group
  user_submit,     ///< of a user
  account_submit,  ///< of an account
  grp_wall,        ///< decayed wall time of a group, in s
  max_wall,        ///< minutes of a job
  grp_minutes,     ///< decayed usage of a group
  grp_safe,        ///< the same, with what its running jobs and the new one may still use
  grp_run_minutes, ///< what these may still use
  grp_amount,      ///< in use by a group
  user_amount,     ///< by a user
  account_amount,  ///< by an account
  job_amount,      ///< of a job
  node_amount,     ///< of a job on each of its nodes, on average
  job_minutes,     ///< of a job: amount times its limit
  min_amount,      ///< of a job, at least
};

/// A limit that holds for a job.
struct LimitCheck {
  LimitKind kind;
  int resource; ///< by number; -1: it is not about one
  double most;  ///< what is allowed; of `min_amount` the least
  int holder;   ///< for whom it is counted
  const char* reason;
};

/// Those who limit a job, in the order in which they count.
struct LimitLevel {
  const Limits* limits;
  bool is_qos;
  int group;     ///< for whom Grp limits are counted
  int user;      ///< for whom limits of users are counted
  int account;   ///< for whom limits of accounts are counted; of a QOS only
  double factor; ///< of limits on amounts: LimitFactor, for associations
};

/// Finds the limits that count for a job: Slurm 22.05 documentation, page "Resource Limits". What a QOS
/// limits is not limited by those behind it. Of the associations, the nearest one that sets a Max limit
/// counts, as a default for its users; the Grp limits of all of them count.
class LimitDraft {
public:
  /// `is_safe`: jobs must be able to run to their limits.
  LimitDraft(const LimitedResources& resources, bool is_safe) : resources_(resources), is_safe_(is_safe) {}

  /// Limits that refuse a job, and those that let it wait, in the order in which they are looked at.
  std::vector<LimitCheck> at_submission, at_start;

  void take(const std::vector<LimitLevel>& levels) {
    for (const auto& level : levels)
      take_submission(level);
    for (const auto& level : levels)
      take_jobs_and_time(level);
    for (const auto& level : levels)
      take_amounts(level);
  }

private:
  static constexpr double seconds_of_a_minute = 60;

  void take_submission(const LimitLevel& level) {
    const auto& limits = *level.limits;
    const bool is_qos = level.is_qos;
    add(at_submission, LimitKind::grp_submit, limits.grp_submit_jobs, level.group, is_qos,
        is_qos ? "QOSGrpSubmitJobsLimit" : "AssocGrpSubmitJobsLimit");
    if (is_qos)
      add(at_submission, LimitKind::account_submit, limits.max_submit_jobs_per_account, level.account, true,
          "MaxSubmitJobsPerAccount");
    add(at_submission, LimitKind::user_submit, limits.max_submit_jobs, level.user, true,
        is_qos ? "QOSMaxSubmitJobPerUserLimit" : "AssocMaxSubmitJobLimit");
  }

  /// A job beyond the MaxWall of a QOS waits, and beyond that of an association it is refused.
  void take_jobs_and_time(const LimitLevel& level) {
    const auto& limits = *level.limits;
    const bool is_qos = level.is_qos;
    add_amounts(LimitKind::grp_minutes, limits.grp_tres_mins, level.group, is_qos,
                is_qos ? TresLimit::qos_grp_minutes : TresLimit::assoc_grp_minutes);
    add(at_start, LimitKind::grp_jobs, limits.grp_jobs, level.group, is_qos,
        is_qos ? "QOSGrpJobsLimit" : "AssocGrpJobsLimit");
    add(at_start, LimitKind::grp_wall, limits.grp_wall, level.group, is_qos,
        is_qos ? "QOSGrpWallLimit" : "AssocGrpWallLimit");
    if (is_qos)
      add(at_start, LimitKind::account_jobs, limits.max_jobs_per_account, level.account, true,
          "MaxJobsPerAccount");
    add(at_start, LimitKind::user_jobs, limits.max_jobs, level.user, true,
        is_qos ? "QOSMaxJobsPerUserLimit" : "AssocMaxJobsLimit");
    std::optional<double> minutes;
    if (limits.max_wall)
      minutes = std::ceil(*limits.max_wall / seconds_of_a_minute);
    add(is_qos ? at_start : at_submission, LimitKind::max_wall, minutes, level.group, true,
        is_qos ? "QOSMaxWallDurationPerJobLimit" : "AssocMaxWallDurationPerJobLimit");
  }

  void take_amounts(const LimitLevel& level) {
    const auto& limits = *level.limits;
    const bool is_qos = level.is_qos;
    const auto of = [&](TresLimit qos, TresLimit association) { return is_qos ? qos : association; };
    add_amounts(LimitKind::grp_amount, limits.grp_tres, level.group, is_qos,
                of(TresLimit::qos_grp, TresLimit::assoc_grp), level.factor);
    if (is_safe_)
      add_amounts(LimitKind::grp_safe, limits.grp_tres_mins, level.group, is_qos,
                  of(TresLimit::qos_grp_minutes, TresLimit::assoc_grp_minutes));
    add_amounts(LimitKind::grp_run_minutes, limits.grp_tres_run_mins, level.group, is_qos,
                of(TresLimit::qos_grp_run_minutes, TresLimit::assoc_grp_run_minutes));
    add_amounts(LimitKind::job_amount, limits.max_tres_per_job, level.group, true,
                of(TresLimit::qos_per_job, TresLimit::assoc_per_job), level.factor);
    add_amounts(LimitKind::node_amount, limits.max_tres_per_node, level.group, true,
                of(TresLimit::qos_per_node, TresLimit::assoc_per_node), level.factor);
    if (is_safe_)
      add_amounts(LimitKind::job_minutes, limits.max_tres_mins_per_job, level.group, true,
                  of(TresLimit::qos_minutes_per_job, TresLimit::assoc_minutes_per_job));
    if (!is_qos)
      return;
    add_amounts(LimitKind::min_amount, limits.min_tres_per_job, level.group, true, TresLimit::qos_min);
    add_amounts(LimitKind::account_amount, limits.max_tres_per_account, level.account, true,
                TresLimit::qos_per_account);
    add_amounts(LimitKind::user_amount, limits.max_tres_per_user, level.user, true, TresLimit::qos_per_user);
  }

  void add_amounts(LimitKind kind, const TresAmounts& limits, int holder, bool hides, TresLimit limit,
                   double factor = 1) {
    for (int resource = 0; resource < resources_.size(); ++resource)
      if (const auto found = limits.find(resources_.name(resource)); found != limits.end())
        add(at_start, kind, std::optional(factor * found->second), holder, hides,
            reason_of(limit, kind_of(found->first)), resource);
  }

  /// Adds a limit, if it is set, unless one before it hides it.
  template <class Number>
  void add(std::vector<LimitCheck>& checks, LimitKind kind, const std::optional<Number>& most, int holder,
           bool hides, const char* reason, int resource = -1) {
    if (!most || hidden_.count({kind, resource}) > 0)
      return;
    if (hides)
      hidden_.emplace(kind, resource);
    checks.push_back({kind, resource, static_cast<double>(*most), holder, reason});
  }

  const LimitedResources& resources_;
  const bool is_safe_;
  std::set<std::pair<LimitKind, int>> hidden_; ///< kinds of limits, and resources
};

} // namespace malha::cluster::limits
