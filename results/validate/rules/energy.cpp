// SPDX-License-Identifier: MIT
#include "policies/sdk/numbers.hpp"
#include "results/validate/cap_file.hpp"
#include "results/validate/energy_files.hpp"
#include "results/validate/rule.hpp"

namespace malha {
namespace {

/// A job that ran, with the energy that its row gives.
struct ChargedJob {
  double in_file = 0;
  std::size_t line = 0; ///< of jobs.csv
  std::string user;
  bool computes = false, completed = false;
};

/// Computes the energy of each row again, and of hosts, users and the run, from dates and powers.
class Energy : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  void job(const JobInFile& read) override {
    if (!run_.power.is_modelled || !read.row.has("consumed_energy"))
      return;
    const auto& job = read.job;
    if (job.state != FinalState::dependency_never_satisfied)
      sums_.first_submission = std::min(sums_.first_submission, job.task.submitted);
    ends_late_ = ends_late_ || job.state == FinalState::rejected;
    const double in_file = finite(read.row, "consumed_energy");
    if (read.is_rejected()) {
      if (in_file != -1)
        findings_.violation("energy", read.who + " never ran, and has consumed_energy " +
                                          read.row.text("consumed_energy"));
      return;
    }
    const auto place = read.row.place();
    const auto colon = place.rfind(':');
    jobs_file_ = place.substr(0, colon + 1);
    const ChargedJob charged{in_file, parse_number<std::size_t>(place.substr(colon + 1)).value_or(0),
                             job.user, job.task.work > 0 || run_.settings.delays_are_busy,
                             job.state == FinalState::completed};
    if (read.is_restarted())
      restarted_[read.id] = charged;
    else
      jobs_.push_back(charged);
    add_to_sums(job);
  }

  void end() override {
    if (!run_.power.is_modelled)
      return;
    if (const auto why = why_not(); !why.empty())
      return findings_.not_checked("energy: " + why);
    const bool all_have_rows = run_.tasks.unfinished == 0;
    collect();
    const auto window = window_of_run();
    PowerFile power(all_have_rows ? run_.folder() : "", findings_);
    CapFile cap(all_have_rows ? run_.folder() : "", run_.settings.is_cap_strict, findings_);
    EnergySweep sweep(run_.power, run_.resources, run_.speeds, [&](Seconds from, Seconds to, Watts watts) {
      power.passed(from, to, watts);
      cap.passed(from, to, watts);
    });
    sweep.run(holds_, window);
    if (all_have_rows)
      power.end(window, sweep.power());
    check_jobs();
    if (all_have_rows) {
      sums_.hosts = sweep.hosts();
      for (const auto& host : sums_.hosts)
        sums_.all += host;
      sums_.window = window;
      sums_.most = power.most();
      if (cap.is_there())
        sums_.above_cap = {cap.time_above(), cap.energy_above()};
      cap.end();
      check_energy_metrics(run_.folder(), sums_, findings_);
    } else {
      check_powers(run_.folder(), run_.power, findings_);
    }
    check_energy_file(run_.folder(), run_.power, all_have_rows ? &sums_ : nullptr, findings_);
    report();
  }

private:
  void add_to_sums(const JobRow& job) {
    ++sums_.ran;
    sums_.turnaround += job.finish - job.task.submitted;
    sums_.last_finish = std::max(sums_.last_finish, job.finish);
    if (job.state == FinalState::completed)
      sums_.work += job.task.work * job.task.resources;
  }

  /// Why energy cannot be computed again; "": it can.
  std::string why_not() const {
    if (!run_.power.not_known.empty())
      return run_.power.not_known.front();
    if (!run_.parts.empty())
      return "jobs ran in several sites at once";
    if (sums_.ran > 0 && !run_.has_work)
      return "jobs.csv has no column 'work', which says what computes";
    if (run_.tasks.unfinished > 0 && shares_hosts())
      return "jobs that had not ended have no rows, and may have shared hosts with others";
    constexpr double most_changes = 1e8;
    for (const auto& [resource, speeds] : run_.speeds)
      if (speeds.period() && last_date() / *speeds.period() > most_changes)
        return "the speed of " + run_.resources.at(resource).host + " changes too often";
    return "";
  }
  bool shares_hosts() const {
    return std::any_of(run_.power.hosts.begin(), run_.power.hosts.end(),
                       [](const HostInFile& host) { return host.units > 1; });
  }

  /// The last date of any row.
  Seconds last_date() const {
    Seconds last = sums_.last_finish;
    for (const auto& attempt : run_.attempts.rows)
      last = std::max(last, attempt.held.end);
    for (const auto& turn : run_.power.turns)
      last = std::max(last, turn.time);
    return last;
  }

  /// The date up to which energy counts. It is that of the last row, unless the run has gone on: until jobs
  /// were dropped, or a message came. Then power.csv has it, or else the mean power gives it.
  Seconds window_of_run() const {
    const Seconds last = last_date();
    if (run_.settings.is_instant && run_.tasks.unfinished == 0 && !ends_late_)
      return last;
    if (const auto in_file = PowerFile::last_date(run_.folder()))
      return std::max(last, *in_file);
    const auto file = run_.folder() / "schedule.csv";
    if (!std::filesystem::exists(file))
      return last;
    CsvReader schedule(file);
    if (!schedule.next() || !schedule.has("energy") || !schedule.has("mean_power"))
      return last;
    const Seconds window = schedule.real("energy") / schedule.real("mean_power");
    return window > last + rounding_of(last) && window <= schedule.real("simulated_time") ? window : last;
  }

  /// Collects what was held: by jobs with one attempt in the order of jobs.csv, then by attempts of others.
  void collect() {
    holds_.reserve(jobs_.size() + run_.attempts.rows.size());
    std::vector<bool> computing;
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      held_.add(run_.occupations[i]);
      computing.push_back(jobs_[i].computes);
    }
    for (const auto& attempt : run_.attempts.rows) {
      held_.add(attempt.held);
      computing.push_back(computes(attempt));
    }
    for (const auto& [held, of] : held_.all())
      holds_.push_back({&held->resources, held->start, held->end, computing[of]});
  }
  struct EnergyOfAttempt {
    double energy = 0;
    bool is_modelled = true; ///< whether the power of all its resources is
  };
  /// In the order in which they were collected.
  std::vector<EnergyOfAttempt> energy_of_attempts() const {
    std::vector<EnergyOfAttempt> all(jobs_.size() + run_.attempts.rows.size());
    for (std::size_t i = 0; i < holds_.size(); ++i) {
      auto& attempt = all[held_.all()[i].of];
      attempt.energy += holds_[i].energy;
      attempt.is_modelled = attempt.is_modelled && is_modelled(*holds_[i].resources);
    }
    return all;
  }
  /// Of a job without a row nobody knows whether it was a delay; no host is shared with it then.
  bool computes(const Attempt& attempt) const {
    const auto job = restarted_.find(attempt.id());
    return job == restarted_.end() || job->second.computes;
  }

  /// Whether the power of all these resources is modelled.
  bool is_modelled(const IndexSet& resources) const {
    for (const int resource : resources)
      if (run_.power.host_of.count(resource) == 0)
        return false;
    return true;
  }

  void check_jobs() {
    const auto energies = energy_of_attempts();
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      check_job(jobs_[i], run_.occupations[i].job, energies[i].is_modelled ? energies[i].energy : -1);
      sums_.wasted += jobs_[i].completed ? 0 : energies[i].energy;
    }
    std::map<std::string, double> of_attempts;
    for (std::size_t i = 0; i < run_.attempts.rows.size(); ++i) {
      const auto& attempt = run_.attempts.rows[i];
      const auto& of_attempt = energies[jobs_.size() + i];
      const double energy = of_attempt.is_modelled ? of_attempt.energy : 0;
      of_attempts[attempt.id()] += energy;
      if (attempt.outcome != "COMPLETED_SUCCESSFULLY")
        sums_.wasted += energy;
      if (attempt.energy && !is_energy(*attempt.energy, energy))
        findings_.violation("energy", attempt.who() + " has energy " + shortest(*attempt.energy) +
                                          ", the powers of its hosts give " + shortest(energy));
    }
    for (const auto& [id, job] : restarted_)
      check_job(job, "job " + id, of_attempts[id]);
  }

  void check_job(const ChargedJob& job, const std::string& name, double energy) {
    if (!job.user.empty() && energy >= 0)
      sums_.users[job.user] += energy;
    if (!is_energy(job.in_file, energy))
      findings_.violation("energy", name + " (" + jobs_file_ + std::to_string(job.line) +
                                        ") has consumed_energy " + shortest(job.in_file) +
                                        ", the powers of its hosts give " + shortest(energy));
  }

  void report() {
    if (run_.tasks.unfinished > 0) {
      findings_.checked("the energy of jobs is that of the powers of their hosts");
      findings_.not_checked("energy of hosts and of the run: jobs that had not ended have no rows");
    } else {
      findings_.checked("the energy of jobs, hosts and users is that of powers and dates");
    }
  }

  std::vector<ChargedJob> jobs_;                ///< those with one attempt, in the order of jobs.csv
  std::map<std::string, ChargedJob> restarted_; ///< the others, by id
  Holdings held_{run_.sizes};
  std::vector<EnergyOfHold> holds_; ///< in the order of `held_`
  std::string jobs_file_;           ///< "jobs.csv:"
  EnergyOfRun sums_;
  bool ends_late_ = false; ///< whether jobs were rejected, perhaps after the last end
};

} // namespace

MALHA_RULE(
    "energy",
    "The energy of jobs, hosts, users and the run is that of the powers of hosts and of dates, and the "
    "power of all hosts is never above a strict cap.",
    check_by<Energy>, 132)

} // namespace malha
