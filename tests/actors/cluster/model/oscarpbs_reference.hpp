// SPDX-License-Identifier: MIT
#pragma once
#include "oscarpbs_reference_insertion.hpp"

#include <map>

/// The whole of the plain OscarPBS scheduler: one cycle (P2 with its steps P9 to P17, the searches P18 and
/// P19) and the dates of the cycles (P1). Tables: P20, P23; insertion: P21, P22, P24 to P28. Where the thesis
/// is silent:
///   REC-6   a failed insertion, and a failed attempt to make room on one machine, leave no trace;
///   REC-7   of equally useful fragments the one inserted last is pushed first;
///   REC-8   a fragment that cannot be pushed still counts where its job may be removed;
///   REC-11  a deadline job that can no longer end in time is dropped, when read or at the next cycle;
///   REC-13  another cycle follows at once when a starve job lost its place to an older one;
///   REC-19  the fragments of a job: fixed ones, then free ones by fewest CPUs;
///   REC-21  a starve job is tried, at last, after the last end in the tables.
namespace malha::testing {

/// Of the last attempt, but for kills: how often the job lost what it had run.
struct OscarRow {
  long id;
  double start, finish;
  std::vector<int> machines; // of each fragment, in the order of the request
  int kills;
};

/// rows: by id. never_ran: the dropped ones, by id, even when killed before. deallocations: of the starve
/// jobs that lost a place before they ran, how often. pushes: in the order of their insertions, those of one
/// insertion by (submitted, id) and fragment.
struct OscarResult {
  std::vector<OscarRow> rows;
  std::vector<long> never_ran;
  std::vector<OscarPush> pushes;
  std::map<long, int> deallocations;
};

namespace oscar {

class Scheduler {
public:
  Scheduler(const std::vector<int>& machine_cpus, const std::vector<OscarJob>& jobs,
            const OscarSettings& settings)
      : t_(machine_cpus, jobs, settings) {}

  OscarResult run() {
    for (now_ = next_date(); now_ < never; now_ = next_date()) {
      end_jobs();
      do
        cycle();
      while (displaced_);
      refuse_to_wait_for_ever();
    }
    for (Job job = 0; job < t_.jobs.size(); ++job) {
      if (t_.entries[job].deallocations > 0)
        result_.deallocations[t_.jobs[job].id] = t_.entries[job].deallocations;
      if (t_.entries[job].stage == Stage::dropped)
        result_.never_ran.push_back(t_.jobs[job].id);
    }
    std::sort(result_.never_ran.begin(), result_.never_ran.end());
    std::sort(result_.rows.begin(), result_.rows.end(),
              [](const OscarRow& a, const OscarRow& b) { return a.id < b.id; });
    return result_;
  }

private:
  static constexpr double never = std::numeric_limits<double>::infinity();
  using Jobs = std::vector<Job>;

  // P1.

  double next_date() const {
    double date = never;
    for (Job job = 0; job < t_.jobs.size(); ++job)
      switch (t_.entries[job].stage) {
      case Stage::arriving:
        date = std::min(date, t_.jobs[job].submitted);
        break;
      case Stage::candidate:
        date = std::min(date, last_cycle_ + t_.settings.max_suspension);
        break;
      case Stage::allocated:
        date = std::min(date, t_.entries[job].start);
        break;
      case Stage::running:
        date = std::min(date, t_.entries[job].start + t_.jobs[job].run_time);
        break;
      default:
        break;
      }
    return date;
  }

  /// P6.
  void end_jobs() {
    for (Job job = 0; job < t_.jobs.size(); ++job) {
      Entry& entry = t_.entries[job];
      const double finish = entry.start + t_.jobs[job].run_time;
      if (entry.stage != Stage::running || finish > now_)
        continue;
      OscarRow row{t_.jobs[job].id, entry.start, finish, {}, entry.kills};
      for (const Part& part : entry.parts)
        row.machines.push_back(part.machine);
      result_.rows.push_back(row);
      t_.take_out(job);
      entry.stage = Stage::ended;
    }
  }

  /// On an empty cluster nothing can become better for a job without deadline.
  void refuse_to_wait_for_ever() const {
    bool waits = false;
    for (Job job = 0; job < t_.jobs.size(); ++job) {
      if (t_.placed(job) || t_.entries[job].stage == Stage::arriving)
        return;
      waits = waits || (t_.entries[job].stage == Stage::candidate && !has_deadline(job));
    }
    if (waits)
      throw std::logic_error("a job does not fit the empty cluster");
  }

  // P2.

  void cycle() {
    displaced_ = false;
    now_list_.clear();
    for (const Job job : all(Service::qos, Stage::candidate))
      drop_if_hopeless(job);
    for (const Job job : all(Service::emergency, Stage::candidate))
      drop_if_hopeless(job);
    read(Service::emergency);
    allocate_new_emergency();
    allocate_old_emergency();
    read(Service::qos);
    for (const Job job : all(Service::qos, Stage::candidate)) // P11
      search_backward(job, Power::starves);
    if (t_.settings.starve)
      find_starve();
    for (const Job job : all(Service::starve, Stage::candidate))
      reserve_starve(job);
    advance_starve();
    read(Service::common);
    start_commons();
    advance_deadlines();
    for (const Job job : now_list_) { // P17
      t_.entries[job].stage = Stage::running;
      t_.entries[job].start = now_;
    }
    last_cycle_ = now_;
  }

  bool has_deadline(Job job) const {
    return t_.entries[job].service == Service::qos || t_.entries[job].service == Service::emergency;
  }

  /// In the order of arrival.
  Jobs all(Service service, Stage stage) const {
    Jobs those;
    for (Job job = 0; job < t_.jobs.size(); ++job)
      if (t_.entries[job].service == service && t_.entries[job].stage == stage)
        those.push_back(job);
    return those;
  }

  double weight(Job job) const { // P4
    double cpus = 0;
    for (const OscarFragment& fragment : t_.jobs[job].fragments)
      cpus += fragment.machine < 0 ? fragment.cpus : t_.settings.fixed_weight * fragment.cpus;
    return t_.jobs[job].walltime * cpus;
  }

  Jobs by_weight(Jobs those) const {
    std::sort(those.begin(), those.end(),
              [this](Job a, Job b) { return std::make_pair(weight(a), a) < std::make_pair(weight(b), b); });
    return those;
  }

  void read(Service service) { // P3
    for (const Job job : all(service, Stage::arriving))
      if (t_.jobs[job].submitted <= now_) {
        t_.entries[job].stage = Stage::candidate;
        t_.entries[job].fresh = true;
        drop_if_hopeless(job);
      }
  }

  void drop_if_hopeless(Job job) {
    if (has_deadline(job) && now_ + t_.length(job) > t_.jobs[job].deadline)
      t_.entries[job].stage = Stage::dropped;
  }

  bool insert(Job job, double start, Power power) {
    Insertion insertion(t_, job, start, power);
    if (!insertion.run())
      return false;
    for (const OscarPush& push : insertion.pushes(now_))
      result_.pushes.push_back(push);
    if (power == Power::younger_starves && !insertion.removed().empty())
      displaced_ = true;
    return true;
  }

  void allocate_new_emergency() { // P9
    for (const Job job : all(Service::emergency, Stage::candidate)) {
      const double last = t_.jobs[job].deadline - t_.length(job);
      if (t_.entries[job].fresh && !search_backward(job, Power::starves) && last >= now_)
        insert(job, last, Power::everyone);
    }
  }

  void allocate_old_emergency() { // P10
    for (const Job job : all(Service::emergency, Stage::candidate))
      if (!t_.entries[job].fresh)
        search_backward(job, Power::starves);
    for (Entry& entry : t_.entries)
      entry.fresh = false;
  }

  void find_starve() { // P12
    for (const Job job : all(Service::common, Stage::candidate))
      if (now_ > t_.jobs[job].submitted + t_.settings.starve_tolerance)
        t_.entries[job].service = Service::starve;
  }

  void reserve_starve(Job job) { // P13
    std::vector<double> ends;
    for (Job other = 0; other < t_.jobs.size(); ++other)
      if (t_.placed(other))
        ends.push_back(t_.end(other));
    std::sort(ends.begin(), ends.end());
    const double last = ends.empty() ? now_ : ends.back();
    if (!search_forward(job, ends, last + t_.length(job)))
      insert(job, last, Power::none);
  }

  bool search_forward(Job job, const std::vector<double>& ends, double to) {
    double from = now_;
    std::size_t next = 0;
    while (true) {
      const std::optional<double> start = find_start(job, from, to, true, Power::none);
      if (!start)
        return false;
      if (insert(job, *start, Power::none))
        return true;
      while (next < ends.size() && ends[next] <= from)
        ++next;
      if (next == ends.size())
        return false;
      from = ends[next++];
    }
  }

  bool search_backward(Job job, Power power) { // P18
    std::vector<double> starts;
    for (Job other = 0; other < t_.jobs.size(); ++other)
      if (t_.placed(other))
        starts.push_back(t_.entries[other].start);
    std::sort(starts.rbegin(), starts.rend());
    double to = t_.jobs[job].deadline;
    std::size_t next = 0;
    while (true) {
      const std::optional<double> start = find_start(job, now_, to, false, power);
      if (!start)
        return false;
      if (insert(job, *start, power))
        return true;
      while (next < starts.size() && starts[next] >= to)
        ++next;
      if (next == starts.size())
        return false;
      to = starts[next++];
    }
  }

  /// P19: windows of the job's length side by side in [from, to), from the one end or the other.
  std::optional<double> find_start(Job job, double from, double to, bool forward, Power power) const {
    const double length = t_.length(job);
    if (to - from < length)
      return std::nullopt;
    double start = forward ? from : to - length;
    while (!t_.enough_cpus(job, start, power)) {
      if (forward ? start + 2 * length > to : start - length < from)
        return std::nullopt;
      start = forward ? start + length : start - length;
    }
    return start;
  }

  void advance_starve() { // P14
    for (const Job job : all(Service::starve, Stage::allocated)) {
      if (t_.entries[job].stage != Stage::allocated)
        continue; // an older one took its place
      if (t_.entries[job].start <= now_ || insert(job, now_, Power::younger_starves))
        now_list_.push_back(job);
    }
  }

  void start_commons() { // P15
    for (const Job job : by_weight(all(Service::common, Stage::candidate)))
      if (insert(job, now_, Power::none))
        now_list_.push_back(job);
  }

  void advance_deadlines() { // P16
    Jobs rest;
    for (const Service service : {Service::qos, Service::emergency})
      for (const Job job : all(service, Stage::allocated))
        (t_.entries[job].start <= now_ ? now_list_ : rest).push_back(job);
    for (const Job job : by_weight(rest))
      if (insert(job, now_, Power::none))
        now_list_.push_back(job);
  }

  Tables t_;
  double now_ = 0, last_cycle_ = 0;
  bool displaced_ = false; // in this cycle, a starve job by an older one
  Jobs now_list_;
  OscarResult result_;
};

inline void require(bool valid, const char* what) {
  if (!valid)
    throw std::invalid_argument(what);
}

inline void check(const OscarJob& job, int machines) {
  require(0 < job.run_time && job.run_time <= job.walltime, "0 < run time <= walltime");
  require(job.service == 'C' || job.service == 'Q' || job.service == 'E', "a service is C, Q or E");
  require(job.service == 'C' || job.deadline < std::numeric_limits<double>::infinity(),
          "a QoS or emergency job has a deadline");
  require(!job.fragments.empty(), "a job has fragments");
  for (const OscarFragment& fragment : job.fragments)
    require(fragment.cpus > 0 && fragment.machine >= -1 && fragment.machine < machines,
            "a fragment has CPUs and a machine of the cluster or -1");
}

} // namespace oscar

/// Ids are unique. Throws std::invalid_argument for bad jobs, std::logic_error for a common job that does not
/// fit the empty cluster.
inline OscarResult oscarpbs_reference(const std::vector<int>& machine_cpus, std::vector<OscarJob> jobs,
                                      const OscarSettings& settings) {
  oscar::require(settings.max_suspension > 0, "max_suspension > 0");
  for (const OscarJob& job : jobs)
    oscar::check(job, static_cast<int>(machine_cpus.size()));
  std::sort(jobs.begin(), jobs.end(), [](const OscarJob& a, const OscarJob& b) {
    return std::make_pair(a.submitted, a.id) < std::make_pair(b.submitted, b.id);
  });
  return oscar::Scheduler(machine_cpus, jobs, settings).run();
}

} // namespace malha::testing

#include "oscarpbs_reference_batch.hpp"
