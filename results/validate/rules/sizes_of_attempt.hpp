// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/numbers.hpp"
#include "results/validate/rule.hpp"

#include <algorithm>
#include <cmath>

namespace malha {

/// A job with rows in sizes.csv, from its row in jobs.csv.
struct SizedJob {
  std::string who; ///< "job 3 (jobs.csv:5)"
  std::string site;
  SizesSaid said;
  int pref;   ///< nodes for which it asked
  Flops work; ///< on each of so many; 0: it only holds its nodes
  JobRow row;
  bool is_restarted;

  /// Whether it is known how fast the job is.
  bool work_is_known() const { return said.law && (work > 0 || said.work > 0); }
};

/// Follows the work of one attempt, as a share of the work of its job, from row to row of sizes.csv.
class WorkOfSizes {
public:
  WorkOfSizes(const ValidatedRun& run, const SizedJob& job) : run_(run), job_(job) {}

  /// The least share that may be done.
  double done() const { return done_; }
  /// By how much more may be done, since it cannot be known whether a part was done before a node failed.
  double unsure() const { return unsure_; }
  /// The rounding error of the share: the last digits of dates, and of their sums.
  double slack() const { return rounding + digits_; }

  /// Computes on the nodes of a row, up to a date.
  void compute(const SizeRead& row, Seconds until) {
    const Seconds from = row.time + row.pause;
    const double of_pref =
        job_.said.law->at(std::max(1, row.resources.size())) / job_.said.law->at(job_.pref);
    const double speed = of_pref * share_in(row.resources, from, from + 1);
    digits_ += 8 * std::numeric_limits<double>::epsilon() * std::max(1.0, until) * speed;
    if (until > from)
      done_ += of_pref * share_in(row.resources, from, until);
  }
  /// The job falls back to its last point, since it has lost a node: to the one before if it may have lost
  /// the node just before a point.
  void fall_back() {
    const int parts = job_.said.parts;
    if (parts == JobSizes::any_date)
      return;
    const double most = std::floor((done_ + unsure_ + slack()) * parts) / parts;
    done_ = std::max(0.0, std::floor((done_ - slack()) * parts) / parts);
    unsure_ = most - done_;
  }
  /// Whether the job is between two parts.
  bool is_at_point() const {
    const int parts = job_.said.parts;
    const double part = std::round(done_ * parts);
    return parts == JobSizes::any_date ||
           (part >= 1 && part < parts && std::abs(done_ - part / parts) <= slack());
  }

private:
  /// The share that `pref` nodes like the slowest of these would do.
  double share_in(const IndexSet& nodes, Seconds from, Seconds until) const {
    if (!(job_.work > 0)) // a delay takes as long at every speed
      return (until - from) * job_.said.law->at(job_.pref) / job_.said.work;
    std::optional<Flops> least;
    for (const auto& interval : nodes.intervals())
      for (auto resource = run_.resources.lower_bound(interval.first);
           resource != run_.resources.end() && resource->first <= interval.last; ++resource) {
        const Flops here = run_.computed(resource->first, from, until);
        least = std::min(least.value_or(here), here);
      }
    return least.value_or(0) / job_.work;
  }

  const ValidatedRun& run_;
  const SizedJob& job_;
  double done_ = 0, unsure_ = 0, digits_ = 0;
};

/// The rows of one attempt in sizes.csv.
using SizeRows = std::vector<const SizeRead*>;

/// Checks the rows of one attempt of a job in sizes.csv.
class SizesOfAttempt {
public:
  using Failures = std::set<std::pair<int, Seconds>>; ///< of resources, by resource and date

  /// `completes`: the job completed with this attempt.
  SizesOfAttempt(const ValidatedRun& run, const Failures& failures, const SizedJob& job,
                 const Occupation& held, bool completes, Findings& findings)
      : run_(run), failures_(failures), job_(job), held_(held), completes_(completes), findings_(findings) {}

  void check(const SizeRows& rows) {
    if (rows.empty() || rows.front()->time != held_.start)
      return report(job_.who + " has no row in sizes.csv at " + shortest(held_.start) + ", when it starts");
    for (const auto* row : rows)
      check_alone(*row, row == rows.front());
    for (std::size_t i = 1; i < rows.size(); ++i)
      check_change(*rows[i - 1], *rows[i]);
    if (!(rows.back()->resources == held_.resources))
      report(who(*rows.back()) + " has the last nodes of its job, " + rows.back()->resources.text() +
             ", and the job ends on " + held_.resources.text());
    if (rows.size() > 1 && (job_.said.kind == JobKind::rigid || job_.said.kind == JobKind::moldable))
      report(who(*rows[1]) + " is a change, and its job is " + name_of(job_.said.kind));
    else if (is_sound_ && !run_.settings.may(Trait::resumed_work))
      check_work(rows);
  }

private:
  /// "job 3 (sizes.csv:5)".
  std::string who(const SizeRead& row) const { return held_.job + " (" + run_.sizes.place(row) + ")"; }
  void report(const std::string& what) {
    findings_.violation("sizes", what);
    is_sound_ = false;
  }

  void check_alone(const SizeRead& row, bool is_first) {
    const auto size = row.resources.size();
    if (row.nodes != size)
      report(who(row) + " has " + counted(row.nodes, "node") + ", and its resources are " +
             std::to_string(size));
    if (size < job_.said.min || size > job_.said.max)
      report(who(row) + " has " + counted(size, "resource") + ", and its job may have " +
             std::to_string(job_.said.min) + " to " + std::to_string(job_.said.max));
    const auto unknown = std::find_if(row.resources.begin(), row.resources.end(),
                                      [this](int resource) { return run_.resources.count(resource) == 0; });
    if (unknown != row.resources.end()) // the first one says enough
      report(who(row) + " is on resource " + std::to_string(*unknown) + ", which is not in resources.csv");
    if (const auto outside = run_.sites.outside(job_.site, row.resources))
      report(who(row) + " is in site '" + job_.site + "' and on resource " + std::to_string(*outside) +
             " of site '" + run_.sites.of(*outside) + "'");
    if (row.pause < 0 || (is_first && row.pause != 0))
      report(who(row) + " has a pause of " + shortest(row.pause) +
             " s; valid: " + (is_first ? "0 at a start" : "from 0 on"));
    if (row.time > held_.end)
      report(who(row) + " is at " + shortest(row.time) + ", and the job ended at " + shortest(held_.end));
  }

  /// Nodes are added or taken, and pauses for the same are equally long.
  void check_change(const SizeRead& before, const SizeRead& row) {
    if (row.line < before.line)
      report(who(row) + " is at " + shortest(row.time) + ", and the row of its job in line " +
             std::to_string(before.line) + " at " + shortest(before.time) + "; valid: rows by their dates");
    const bool grows = row.resources.size() > before.resources.size();
    const auto& larger = grows ? row.resources : before.resources;
    const auto& smaller = grows ? before.resources : row.resources;
    if (smaller.size() == larger.size() || !larger.contains(smaller))
      report(who(row) + " changes nodes " + before.resources.text() + " to " + row.resources.text() +
             "; valid: some more, or some of them");
    auto& pause = grows ? pause_of_growth_ : pause_of_shrink_;
    if (pause && *pause != row.pause)
      report(who(row) + " has a pause of " + shortest(row.pause) + " s, and " + shortest(*pause) +
             " s when it " + (grows ? "grew" : "shrank") + " before");
    pause = row.pause;
  }

  void check_work(const SizeRows& rows) {
    if (!job_.work_is_known())
      return;
    WorkOfSizes work(run_, job_);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const bool is_last = i + 1 == rows.size();
      const auto failure = is_last ? std::nullopt : failure_before(*rows[i], *rows[i + 1]);
      work.compute(*rows[i], is_last ? held_.end : failure ? *failure : rows[i + 1]->time);
      if (failure)
        work.fall_back();
      else if (!is_last && !work.is_at_point())
        report(who(*rows[i + 1]) + " is a change when " + shortest(work.done()) +
               " of the work is done; valid: after some of the " + std::to_string(job_.said.parts) +
               " parts");
    }
    const bool is_short = completes_ && work.done() + work.unsure() < 1 - work.slack();
    const bool is_long = work.done() > 1 + work.slack();
    if (is_sound_ && (is_short || is_long))
      report(job_.who + (completes_ ? " has completed" : " has ended") +
             ", and by its rows in sizes.csv it has done " + shortest(work.done()) + " of its work");
  }

  /// The date at which a node failed that the job loses with that row, if it is lost with it.
  std::optional<Seconds> failure_before(const SizeRead& before, const SizeRead& row) const {
    std::optional<Seconds> first;
    for (const int node : before.resources)
      if (!row.resources.contains(node))
        if (const auto failure = failures_.lower_bound({node, before.time});
            failure != failures_.end() && failure->first == node && failure->second <= row.time)
          first = std::min(first.value_or(failure->second), failure->second);
    return first;
  }

  const ValidatedRun& run_;
  const Failures& failures_;
  const SizedJob& job_;
  const Occupation& held_;
  const bool completes_;
  Findings& findings_;
  bool is_sound_ = true; ///< nothing has been reported yet
  std::optional<Seconds> pause_of_growth_, pause_of_shrink_;
};

} // namespace malha
