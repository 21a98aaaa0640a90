// SPDX-License-Identifier: MIT
#include "policies/sdk/numbers.hpp"
#include "results/validate/rule.hpp"

#include <set>
#include <tuple>

namespace malha {
namespace {

/// Checks what hosts do by power_states.csv: states follow each other as they may, switches last as long as
/// host_power.csv says, and nothing holds a host that is not on, or that changes its pstate. A host that
/// fails is off, and on again when it recovers.
class SleepingHosts : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  void job(const JobInFile& read) override {
    if (run_.power.turns.empty() || read.is_rejected() || read.is_restarted())
      return;
    const auto place = read.row.place();
    jobs_file_ = place.substr(0, place.rfind(':') + 1);
    lines_.push_back(parse_number<std::size_t>(place.substr(jobs_file_.size())).value_or(0));
  }

  void end() override {
    if (run_.power.turns.empty())
      return;
    hosts_.resize(run_.power.hosts.size());
    for (const auto& outage : run_.outages.outages)
      note_outage(outage);
    collect();
    for (const auto& change : changes_)
      if (change.kind == Change::turns)
        turn(run_.power.turns[change.index]);
      else
        take_or_give(change);
    findings_.checked("nothing holds a host that is not on, and switches last as long as they should");
  }

private:
  struct Host {
    const PowerTurn* last = nullptr; ///< null: it is on since the start
    std::set<std::size_t> holds;     ///< indices of what holds it, in `held_`
    std::set<Seconds> fails, recovers;
  };
  /// A change, in the order in which they happen at one date.
  struct Change {
    enum Kind { ends, turns, begins } kind;
    Seconds date;
    std::size_t index; ///< of the turn, or of what is held
  };

  void note_outage(const OutageRow& outage) {
    const auto host = run_.power.host_of.find(outage.resource);
    if (host == run_.power.host_of.end())
      return;
    hosts_[host->second].fails.insert(outage.start);
    if (outage.end)
      hosts_[host->second].recovers.insert(*outage.end);
  }

  const Occupation& held(std::size_t index) const { return *held_.all()[index].occupation; }
  /// "job 3 (jobs.csv:5)".
  std::string who(std::size_t index) const {
    const auto attempt = held_.all()[index].of;
    return attempt < lines_.size()
               ? held(index).job + " (" + jobs_file_ + std::to_string(lines_[attempt]) + ")"
               : run_.attempts.rows[attempt - lines_.size()].who();
  }

  void collect() {
    for (std::size_t i = 0; i < lines_.size(); ++i)
      held_.add(run_.occupations[i]);
    for (const auto& attempt : run_.attempts.rows)
      held_.add(attempt.held);
    for (std::size_t i = 0; i < held_.all().size(); ++i)
      if (held(i).end > held(i).start) { // otherwise it holds nothing
        changes_.push_back({Change::begins, held(i).start, i});
        changes_.push_back({Change::ends, held(i).end, i});
      }
    for (std::size_t i = 0; i < run_.power.turns.size(); ++i)
      changes_.push_back({Change::turns, run_.power.turns[i].time, i});
    std::sort(changes_.begin(), changes_.end(), [](const Change& a, const Change& b) {
      return std::tie(a.date, a.kind, a.index) < std::tie(b.date, b.kind, b.index);
    });
  }

  void take_or_give(const Change& change) {
    for (const auto& interval : held(change.index).resources.intervals())
      for (auto unit = run_.power.host_of.lower_bound(interval.first);
           unit != run_.power.host_of.end() && unit->first <= interval.last; ++unit) {
        auto& host = hosts_[unit->second];
        if (change.kind == Change::ends)
          host.holds.erase(change.index);
        else if (host.holds.insert(change.index).second && host.last != nullptr &&
                 host.last->use != PowerUse::on)
          findings_.violation("sleeping", who(change.index) + " starts at " + shortest(change.date) + " on " +
                                              run_.power.hosts[unit->second].name + ", which is " +
                                              word_of(host.last->use) + " (" + host.last->place + ")");
      }
  }

  void turn(const PowerTurn& turn) {
    auto& host = hosts_[turn.host];
    const auto& name = run_.power.hosts[turn.host].name;
    if (changes_pstate(host, turn)) {
      if (!host.holds.empty())
        findings_.violation("sleeping", name + " changes to pstate " + pstate_in(turn) + " at " +
                                            shortest(turn.time) + " (" + turn.place + "), and " +
                                            who(*host.holds.begin()) + " holds it");
      host.last = &turn;
      return;
    }
    check_order(host, turn);
    if (turn.use != PowerUse::on && !host.holds.empty())
      findings_.violation("sleeping", name + " is " + word_of(turn.use) + " at " + shortest(turn.time) +
                                          " (" + turn.place + "), and " + who(*host.holds.begin()) +
                                          " holds it");
    host.last = &turn;
  }

  /// Whether the host is on, and was before, in another pstate.
  bool changes_pstate(const Host& host, const PowerTurn& turn) const {
    const auto& profile = run_.power.hosts[turn.host].profile;
    const bool was_on = host.last == nullptr || host.last->use == PowerUse::on;
    const auto before = host.last == nullptr ? static_cast<std::size_t>(profile.first) : host.last->state;
    return was_on && turn.use == PowerUse::on && turn.state != before;
  }
  std::string pstate_in(const PowerTurn& turn) const {
    return std::to_string(run_.power.hosts[turn.host].profile.pstates[turn.state]);
  }

  /// Checks a row against the one before of the same host.
  void check_order(const Host& host, const PowerTurn& turn) {
    const auto& [name, place, units, cores, profile, resources] = run_.power.hosts[turn.host];
    const auto before = host.last == nullptr ? PowerUse::on : host.last->use;
    const auto row =
        name + " is " + word_of(turn.use) + " at " + shortest(turn.time) + " (" + turn.place + ")";
    if (turn.use == PowerUse::off && before == PowerUse::on
            ? host.fails.count(turn.time) > 0
            : turn.use == PowerUse::on && before == PowerUse::off && host.recovers.count(turn.time) > 0)
      return;
    if (turn.use != next_of(before)) {
      findings_.violation("sleeping",
                          row + ", and " + word_of(before) + " before; valid: " + word_of(next_of(before)));
      return;
    }
    if (before == PowerUse::switching_off)
      check_length(*host.last, turn, profile.shutdown, "shutdown_time");
    else if (before == PowerUse::switching_on)
      check_length(*host.last, turn, profile.boot, "boot_time");
    if (turn.use == PowerUse::switching_off && !profile.can_sleep())
      findings_.violation("sleeping", row + ", and cannot sleep (" + place + ")");
  }

  static PowerUse next_of(PowerUse use) {
    switch (use) {
    case PowerUse::on:
      return PowerUse::switching_off;
    case PowerUse::switching_off:
      return PowerUse::off;
    case PowerUse::off:
      return PowerUse::switching_on;
    default:
      return PowerUse::on;
    }
  }

  void check_length(const PowerTurn& from, const PowerTurn& to, const std::optional<PowerSwitch>& should,
                    const char* column) {
    const Seconds took = to.time - from.time;
    if (!should)
      return;
    // Late dates have less digits than a short switch.
    const Seconds last_digits = 4 * std::numeric_limits<double>::epsilon() * to.time;
    if (std::abs(took - should->time) > rounding * should->time + last_digits)
      findings_.violation("sleeping", run_.power.hosts[to.host].name + " is " + word_of(from.use) + " for " +
                                          shortest(took) + " s (" + to.place + "), its " + column + " is " +
                                          shortest(should->time));
  }

  Holdings held_{run_.sizes};      ///< of jobs with one attempt, then the other attempts
  std::vector<std::size_t> lines_; ///< in jobs.csv of jobs with one attempt, in its order
  std::string jobs_file_;          ///< "jobs.csv:"
  std::vector<Host> hosts_;        ///< in the order of PowerRead::hosts
  std::vector<Change> changes_;
};

} // namespace

MALHA_RULE("sleeping", "Nothing holds a host that is not on, and hosts switch as they may.",
           check_by<SleepingHosts>, 131)

} // namespace malha
