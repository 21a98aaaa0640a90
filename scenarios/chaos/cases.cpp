// SPDX-License-Identifier: MIT
#include "cases.hpp"

#include "policies/sdk/random_streams.hpp"

#include <boost/random/uniform_int_distribution.hpp>

#include <algorithm>

namespace malha::chaos {
namespace {

constexpr Seconds just = 1e-6; ///< before or after
constexpr Seconds same = 1e-9; ///< SimGrid's precision
/// A crash at a date is after what ends then.
constexpr Seconds soon = 2 * same;

/// Just before each date, at it, and just after it; all within the run.
std::vector<Seconds> dates_around(const Record& record) {
  std::vector<Seconds> all;
  for (const auto date : record.dates)
    for (const auto around : {date - just, date + soon, date + just})
      if (around > 0 && around <= record.end())
        all.push_back(around);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end(), [](Seconds a, Seconds b) { return b - a < same; }),
            all.end());
  return all;
}

/// How many crashes the actors bear that say so with a parameter `faults`.
std::map<std::string, std::int64_t> faults_of(const SimulationPlan& plan) {
  std::map<std::string, std::int64_t> faults;
  for (const auto& placed : plan.deployment.actors)
    for (const auto& spec : placed.descriptor->parameters)
      if (spec.name == "faults")
        faults[placed.descriptor->name] = placed.parameters.integer("faults");
  return faults;
}

/// Chooses which components crash together.
class Chooser {
public:
  Chooser(const Instance& instance, const Record& record, const SweepRequest& request)
      : record_(record), request_(request), faults_(faults_of(instance.plan)) {}

  CaseSpace space() {
    CaseSpace space{{}, {}, dates_around(record_), request_.down.value_or(record_.end() / 10)};
    for (std::size_t a = 0; a < record_.components.size(); ++a) {
      if (!request_.pairs)
        add({a}, space);
      for (auto b = a + 1; request_.pairs && b < record_.components.size(); ++b)
        add({a, b}, space);
    }
    if (space.dates.empty())
      throw InputError("chaos: nothing happens in the run after t=0 s; valid: a run that takes time");
    if (space.crashing.empty())
      refuse();
    return space;
  }

private:
  bool is_meant(const Component& component) const {
    return request_.kill.empty() || component.host == request_.kill || component.kind == request_.kill ||
           component.lives.count(request_.kill) > 0 || contains(component.kind, request_.kill);
  }
  /// Whether "a + b" has that name.
  static bool contains(const std::string& kind, const std::string& name) {
    return (" " + kind + " ").find(" " + name + " ") != std::string::npos;
  }

  void add(const std::vector<std::size_t>& components, CaseSpace& space) {
    const auto& all = record_.components;
    if (!std::all_of(components.begin(), components.end(), [&](auto i) { return is_meant(all[i]); }))
      return;
    is_found_ = true;
    if (is_beyond_faults(components))
      return;
    for (const bool returns : {false, true})
      if (returns || leaves_enough(components))
        space.crashing.push_back({components, returns, group_of(components, returns, space)});
  }

  bool is_beyond_faults(const std::vector<std::size_t>& components) {
    for (const auto& [actor, most] : faults_) {
      const auto hit = std::count_if(components.begin(), components.end(), [&name = actor, this](auto i) {
        return record_.components[i].lives.count(name) > 0;
      });
      if (hit > most) {
        beyond_ = actor + " bears " + std::to_string(most) + (most == 1 ? " crash" : " crashes") +
                  " (faults=" + std::to_string(most) + ")";
        return true;
      }
    }
    return false;
  }

  bool leaves_enough(const std::vector<std::size_t>& components) const {
    int gone = 0;
    for (const auto i : components)
      gone += record_.components[i].resources;
    return gone == 0 || record_.resources - gone >= std::max(1, record_.most_used);
  }

  std::size_t group_of(const std::vector<std::size_t>& components, bool returns, CaseSpace& space) {
    std::string kind = record_.components[components.front()].kind;
    if (const auto& last = record_.components[components.back()].kind; last != kind)
      kind += ", " + last;
    const std::string number = components.size() > 1 ? std::to_string(components.size()) + " " : "";
    const std::string way = number + (number.empty() ? returns ? "returns" : "goes"
                                      : returns      ? "return"
                                                     : "go");
    for (std::size_t group = 0; group < space.groups.size(); ++group)
      if (space.groups[group].kind == kind && space.groups[group].way == way)
        return group;
    space.groups.push_back({kind, way});
    return space.groups.size() - 1;
  }

  [[noreturn]] void refuse() const {
    std::set<std::string> valid;
    for (const auto& component : record_.components)
      valid.insert(component.kind);
    if (!is_found_ && !request_.kill.empty())
      throw InputError("chaos: --kill " + request_.kill + ": there is no such component; valid: " +
                       listed({valid.begin(), valid.end()}) + ", or a host");
    if (!beyond_.empty())
      throw InputError("chaos: " + std::string(request_.pairs ? "--pairs: " : "") + beyond_ +
                       "; valid: more servers and faults, or " +
                       (request_.pairs ? "without --pairs" : "another --kill"));
    throw InputError("chaos: too few resources would be left for the largest job, which needs " +
                     std::to_string(record_.most_used) + " of " + std::to_string(record_.resources) +
                     "; valid: more hosts, or smaller jobs");
  }

  const Record& record_;
  const SweepRequest& request_;
  const std::map<std::string, std::int64_t> faults_;
  bool is_found_ = false;
  std::string beyond_; ///< which actor bears no more crashes
};

/// Calls `take` with each case of one of `crashing`, as places in the dates of the space.
template <class Take>
void each_case(const CaseSpace& space, const Crashing& one, Take take) {
  const auto dates = space.dates.size();
  for (std::size_t first = 0; first < dates; ++first)
    for (std::size_t second = 0; second < (one.components.size() == 1 ? 1 : dates); ++second)
      take(first, second);
}

CrashCase case_at(const CaseSpace& space, const Record& record, const Crashing& one, std::size_t first,
                  std::size_t second) {
  CrashCase crashes;
  for (std::size_t i = 0; i < one.components.size(); ++i)
    crashes.push_back({record.components[one.components[i]].host, space.dates[i == 0 ? first : second],
                       one.returns ? space.down : never});
  return crashes;
}

} // namespace

std::size_t CaseSpace::cases_of(const Crashing& one) const {
  return one.components.size() == 1 ? dates.size() : dates.size() * dates.size();
}

CaseSpace case_space(const Instance& instance, const Record& record, const SweepRequest& request) {
  return Chooser(instance, record, request).space();
}

CrashCase first_case(const CaseSpace& space, const Record& record, const Crashing& one) {
  return case_at(space, record, one, 0, 0);
}

std::vector<PlannedCase> cases_in(const CaseSpace& space, const Record& record,
                                  const std::vector<bool>& takes_part, std::size_t most, std::uint64_t seed) {
  std::size_t left = 0;
  for (std::size_t i = 0; i < space.crashing.size(); ++i)
    left += takes_part[i] ? space.cases_of(space.crashing[i]) : 0;
  std::size_t wanted = std::min(most, left);
  std::vector<PlannedCase> cases;
  RandomStreams random(seed);
  auto& engine = random.stream("chaos.cases");
  for (std::size_t i = 0; i < space.crashing.size(); ++i)
    if (takes_part[i])
      each_case(space, space.crashing[i], [&](std::size_t first, std::size_t second) {
        // So that each case is as likely to be drawn as any other.
        if (wanted == left ||
            boost::random::uniform_int_distribution<std::size_t>(1, left)(engine) <= wanted) {
          cases.push_back(
              {case_at(space, record, space.crashing[i], first, second), space.crashing[i].group});
          --wanted;
        }
        --left;
      });
  return cases;
}

} // namespace malha::chaos
