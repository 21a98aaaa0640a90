// SPDX-License-Identifier: MIT
#include "explanation.hpp"

#include "policies/sdk/index_set.hpp"
#include "policies/sdk/quantities.hpp"
#include "policies/sdk/split.hpp"
#include "results/files/csv_reader.hpp"
#include "results/files/files.hpp"
#include "results/files/table.hpp"
#include "results/validate/sizes.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <vector>

namespace malha {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t shown_at_ends = 8; ///< steps of a wait that has many more

constexpr Seconds no_end = std::numeric_limits<Seconds>::infinity();

std::string date(Seconds time) { return shown(time, 8); }

std::string numbered(std::int64_t number, const std::string& what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

/// What was decided about the job, until something else was. Rows of the same reason are one.
struct Step {
  Seconds from, to = no_end;
  std::string decision, reason;
  std::string promised_first, promised; ///< dates, as they are written
};

/// Another job, or an attempt of it, that waited or ran meanwhile.
struct Other {
  std::int64_t number;
  Seconds submitted, start, end;
  IndexSet resources;
};

struct Outage {
  int resource;
  Seconds start, end;
};

/// Where the job may run, in units of what a task takes.
struct Machine {
  std::map<int, std::int64_t> slots; ///< of each resource
  std::string unit = "node";
  std::int64_t size() const {
    std::int64_t sum = 0;
    for (const auto& [resource, number] : slots)
      sum += number;
    return sum;
  }
};

class Explanation {
public:
  Explanation(fs::path folder, std::int64_t job) : folder_(std::move(folder)), job_(job) {}

  std::string text() {
    read_steps();
    if (steps_.empty())
      return wrapped(who() + ": " + without_decisions(folder_, job_), "");
    read_jobs();
    add_start_elsewhere();
    read_attempts();
    read_machine();
    std::string text = wrapped(headline(), "");
    for (std::size_t i = 0; i < steps_.size(); ++i)
      if (const auto left_out = steps_.size() - 2 * shown_at_ends;
          steps_.size() <= 2 * shown_at_ends + 1 || i < shown_at_ends || i >= shown_at_ends + left_out)
        text += steps_[i].decision == "wait" ? of_wait(steps_[i]) : of_event(steps_[i]);
      else if (i == shown_at_ends)
        text += wrapped("… " + std::to_string(left_out) + " changes later, which decisions.csv has:", "  ");
    return text;
  }

private:
  std::string who() const { return "job " + std::to_string(job_); }

  void read_steps() {
    CsvReader rows(folder_ / "decisions.csv");
    while (rows.next()) {
      if (rows.text("job_id") != std::to_string(job_) || rows.text("decision") == "move")
        continue;
      const Step next{rows.real("time"),           no_end,
                      rows.text("decision"),       rows.text("reason"),
                      rows.text("promised_start"), rows.text("promised_start")};
      if (!steps_.empty() && steps_.back().decision == next.decision && steps_.back().reason == next.reason) {
        steps_.back().promised = next.promised;
        continue;
      }
      if (!steps_.empty())
        steps_.back().to = next.from;
      steps_.push_back(next);
    }
  }

  bool is_meanwhile(const Other& other) const {
    return other.submitted < until() && other.end > steps_.front().from;
  }
  Seconds until() const { return steps_.back().decision == "wait" ? no_end : steps_.back().from; }

  static Other other_in(const CsvReader& rows, const char* start, const char* end) {
    Other other{rows.integer("job_id"), 0, rows.real(start), rows.real(end), {}};
    other.resources = IndexSet::parse(rows.text("allocated_resources"));
    return other;
  }

  void read_jobs() {
    CsvReader rows(folder_ / "jobs.csv");
    while (rows.next()) {
      const bool ran = rows.text("final_state") != "REJECTED";
      if (rows.integer("job_id") == job_) {
        needs_ = rows.integer("requested_number_of_resources");
        submitted_ = rows.real("submission_time");
        site_ = rows.text_if_any("site");
        if (ran)
          started_ = rows.real("starting_time");
      }
      if (!ran)
        continue;
      auto other = other_in(rows, "starting_time", "finish_time");
      other.submitted = rows.real("submission_time");
      if (!is_meanwhile(other))
        continue;
      if (rows.text_if_any("restarts") != "0" && rows.has("restarts"))
        restarted_[other.number] = other.submitted;
      else if (other.number != job_)
        others_.push_back(std::move(other));
    }
  }

  /// A meta-scheduler may take a job out of the queue of a cluster and start it itself. decisions.csv has no
  /// row of that.
  void add_start_elsewhere() {
    if (steps_.back().decision != "wait" || !started_)
      return;
    if (steps_.back().from < *started_)
      steps_.back().to = *started_;
    else
      steps_.pop_back(); // it was in the queue for no time
    steps_.push_back({*started_, no_end, "start", "taken out of the queue, to run in " + site_, "", ""});
  }

  /// Of jobs that ran more than once, which jobs.csv knows the last attempt of.
  void read_attempts() {
    if (restarted_.empty() || !is_written(folder_ / "attempts.csv"))
      return;
    CsvReader rows(folder_ / "attempts.csv");
    while (rows.next())
      if (const auto job = restarted_.find(rows.integer("job_id")); job != restarted_.end()) {
        auto other = other_in(rows, "start", "end");
        other.submitted = job->second;
        others_.push_back(std::move(other));
      }
  }

  void read_machine() {
    CsvReader rows(folder_ / "resources.csv");
    std::set<std::string> hosts;
    const auto sites = split(site_, '+'); // of a job that ran in several clusters
    while (rows.next()) {
      if (!site_.empty() && std::count(sites.begin(), sites.end(), rows.text_if_any("site")) == 0)
        continue;
      machine_.slots[static_cast<int>(rows.integer("index"))] = rows.integer("slots");
      if (rows.integer("slots") > 1)
        machine_.unit = "slot";
      else if (!hosts.insert(rows.text("host")).second)
        machine_.unit = "core";
    }
    if (!is_written(folder_ / "outages.csv"))
      return;
    CsvReader down(folder_ / "outages.csv");
    while (down.next())
      outages_.push_back({static_cast<int>(down.integer("resource")), down.real("start"),
                          down.text("end").empty() ? no_end : down.real("end")});
  }

  std::string headline() const {
    std::string text = who();
    if (needs_)
      text += " needs " + std::to_string(*needs_) + " of " + numbered(machine_.size(), machine_.unit);
    if (submitted_)
      text += "; submitted at " + date(*submitted_) + " s";
    const auto& last = steps_.back();
    const auto since = submitted_.value_or(steps_.front().from);
    if (last.decision == "start" || last.decision == "begin")
      text += last.from > since
                  ? ", started at " + date(last.from) + " s, after " + date(last.from - since) + " s"
                  : ", started at once";
    else if (last.decision == "drop")
      text += ", dropped at " + date(last.from) + " s";
    else
      text += ", had not started when the run ended";
    return text;
  }

  static std::string meaning(const std::string& reason) {
    const auto known = meanings_of_reasons().find(reason);
    return known == meanings_of_reasons().end() ? reason : reason + " (" + known->second + ")";
  }

  static std::string of_event(const Step& step) {
    const std::string what = step.decision == "start"        ? "started: "
                             : step.decision == "begin"      ? "began: "
                             : step.decision == "drop"       ? "dropped: "
                             : step.decision == "deallocate" ? "lost its reservation: "
                                                             : step.decision + ": ";
    return wrapped("at " + date(step.from) + " s " + what + meaning(step.reason), "  ");
  }

  std::string of_wait(const Step& step) const {
    std::string promise;
    if (!step.promised.empty())
      promise = ", start promised at " + step.promised + " s" +
                (step.promised == step.promised_first ? "" : " (at first " + step.promised_first + " s)");
    auto text =
        wrapped("from " + date(step.from) + " s to " + (step.to < no_end ? date(step.to) + " s" : "the end") +
                    ": " + meaning(step.reason) + promise,
                "  ");
    return text + wrapped(free_during(step) + told("waiting before it", waiting_before(step)) +
                              told("overtook it", overtaking(step)) + told("running", running(step)),
                          "    ");
  }

  /// "; running: 9 jobs (3, 5, …)"
  static std::string told(const std::string& what, const std::vector<std::int64_t>& jobs) {
    constexpr std::size_t most = 8;
    if (jobs.empty())
      return "";
    std::string text = "; " + what + ": " + numbered(static_cast<std::int64_t>(jobs.size()), "job") + " (";
    for (std::size_t i = 0; i < std::min(most, jobs.size()); ++i)
      text += (i > 0 ? ", " : "") + std::to_string(jobs[i]);
    return text + (jobs.size() > most ? ", …)" : ")");
  }

  /// Numbers of the others that `holds`, each once, in order.
  template <class Holds>
  std::vector<std::int64_t> those(Holds&& holds) const {
    std::set<std::int64_t> numbers;
    for (const auto& other : others_)
      if (holds(other))
        numbers.insert(other.number);
    numbers.erase(job_);
    return {numbers.begin(), numbers.end()};
  }

  bool came_before(const Other& other) const {
    return submitted_ &&
           (other.submitted < *submitted_ || (other.submitted == *submitted_ && other.number < job_));
  }
  std::vector<std::int64_t> waiting_before(const Step& step) const {
    return those([&](const Other& other) { return came_before(other) && other.start > step.from; });
  }
  std::vector<std::int64_t> overtaking(const Step& step) const {
    return those([&](const Other& other) {
      return !came_before(other) && other.start >= step.from && other.start < step.to;
    });
  }
  std::vector<std::int64_t> running(const Step& step) const {
    return those([&](const Other& other) { return other.start <= step.from && other.end > step.from; });
  }

  std::int64_t slots_in(const IndexSet& resources) const {
    std::int64_t number = 0;
    for (const int resource : resources)
      number += static_cast<std::int64_t>(machine_.slots.count(resource));
    return number;
  }

  /// How many nodes were free, between changes of which at least the first belongs to the wait.
  std::string free_during(const Step& step) const {
    std::map<Seconds, std::int64_t> changes{{step.from, 0}};
    const auto occupy = [&](Seconds start, Seconds end, std::int64_t number) {
      if (start >= step.to || end <= step.from)
        return;
      changes[std::max(start, step.from)] -= number;
      if (end < step.to)
        changes[end] += number;
    };
    for (const auto& other : others_)
      sizes_.each({"job " + std::to_string(other.number), other.start, other.end, other.resources},
                  [&](const Occupation& held) { occupy(held.start, held.end, slots_in(held.resources)); });
    for (const auto& outage : outages_)
      if (const auto known = machine_.slots.find(outage.resource); known != machine_.slots.end())
        occupy(outage.start, outage.end, known->second);
    std::int64_t free = machine_.size(), least = free, most = 0;
    for (const auto& [time, change] : changes) {
      free += change;
      least = std::min(least, free);
      most = std::max(most, free);
    }
    return (least == most ? "" : std::to_string(least) + " to ") + std::to_string(most) + " of " +
           numbered(machine_.size(), machine_.unit) + " free";
  }

  const fs::path folder_;
  const std::int64_t job_;
  std::vector<Step> steps_;
  std::optional<std::int64_t> needs_; ///< nothing where the job has no row
  std::optional<Seconds> submitted_, started_;
  std::string site_;                          ///< "cluster-1+cluster-2" of a job that ran in both
  std::vector<Other> others_;                 ///< also what the job itself did in earlier attempts
  std::map<std::int64_t, Seconds> restarted_; ///< date of submission, by number
  std::vector<Outage> outages_;
  const SizesRead sizes_ = read_sizes(folder_ / "sizes.csv");
  Machine machine_;
};

} // namespace

const std::map<std::string, std::string>& meanings_of_reasons() {
  static const std::map<std::string, std::string> all{
      {"head", "first of the queue, and it fits"},
      {"ends_by_shadow_time", "it fits, and ends before the nodes reserved for the first job are needed"},
      {"fits_in_extra_nodes", "it fits beside what is reserved for the first job"},
      {"delays_no_reservation", "it fits, and delays no reservation"},
      {"fits", "it fits, and delays no job that has a reservation"},
      {"chosen", "it was the first of the order when it was chosen, and it fits"},
      {"fills_gap", "it fits, and does not delay the job that is to be the next"},
      {"promise_due", "its promised start has come"},
      {"not_released", "a release policy holds it back"},
      {"too_few_nodes", "fewer nodes were free than it needs"},
      {"too_few_watts", "enough nodes were free, but the power would have been above the cap while it ran"},
      {"energy_is_kept", "enough nodes were free, but the energy was not left, or kept for the first job"},
      {"never_below_cap", "the power would be above the cap whenever it ran"},
      {"behind_head", "the first job of the queue did not fit, and no job may pass it"},
      {"chosen_waits", "it was chosen to be the next, and fewer nodes were free than it needs"},
      {"not_chosen", "another job was chosen to be the next"},
      {"head_reserved", "first of the jobs that waited; nodes were reserved for it"},
      {"reserved", "nodes were reserved for it, at a date that may change"},
      {"would_delay_reservation", "it fitted, but would have delayed a job that has a reservation"},
      {"nodes_promised", "running jobs were to give it nodes at their next points"},
      {"not_in_pass", "it fitted, but no pass of the backfill scheduler had looked at it"},
      {"promised", "nodes were reserved for it"},
      {"starving", "it has waited too long, and machines are free for it"},
      {"contract_leaves_too_few", "enough hosts had a free slot, but too few of one site had the memory"},
      {"no_machines_for_fragments", "enough CPUs were free, but not on machines where its fragments fit"},
      {"starving_job_waits", "everything was held back for a job that had waited too long"},
      {"starving_job_alone", "only the job that had waited too long may start"},
      {"reservation_due", "its reserved start has come"},
      {"pulled_forward", "it leaves its reservation for one that begins now"},
      {"pushes_head", "it would end late, and the first job is put off for it"},
      {"no_slot", "no time was found at which nodes could be reserved for it"},
      {"lost_reservation", "another job has taken its reservation; its promise is void"},
      {"waited_for_machines", "it had started before, on machines that were not on"}};
  return all;
}

std::string without_decisions(const fs::path& folder, std::int64_t job) {
  std::string sites;
  if (is_written(folder / "parts.csv"))
    for (CsvReader parts(folder / "parts.csv"); parts.next();)
      if (parts.integer("job_id") == job)
        sites += (sites.empty() ? "" : "+") + parts.text("site");
  if (sites.empty())
    return "no decision about it was logged";
  CsvReader rows(folder / "jobs.csv");
  while (rows.next())
    if (rows.integer("job_id") == job)
      return "submitted at " + date(rows.real("submission_time")) + " s, started at " +
             date(rows.real("starting_time")) + " s in " + rows.text("site") +
             ". It was in the queue of no cluster: the meta-scheduler kept it until it had found nodes for "
             "it";
  return "runs in " + sites + ". It was in the queue of no cluster: the meta-scheduler found nodes for it";
}

std::string explanation_of(const fs::path& folder, std::int64_t job) {
  return Explanation(folder, job).text();
}

} // namespace malha
