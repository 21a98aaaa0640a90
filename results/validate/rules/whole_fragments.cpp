// SPDX-License-Identifier: MIT
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/split.hpp"
#include "results/validate/rule.hpp"

#include <numeric>

namespace malha {
namespace {

/// The fragments that a job asked for, from the metadata of its row: "5+uff3:4:e".
struct AskedFragments {
  std::string text;
  std::vector<Fragment> fragments;
};

/// Reads "[machine:]cpus[:e]"; none if it is no fragment.
std::optional<Fragment> fragment_in(std::string text) {
  Fragment fragment;
  if (const auto size = text.size(); size > 2 && text.compare(size - 2, 2, ":e") == 0) {
    fragment.exclusive = true;
    text.resize(size - 2);
  }
  const auto colon = text.rfind(':');
  if (colon != std::string::npos)
    fragment.machine = text.substr(0, colon);
  const auto cpus = parse_number<int>(colon == std::string::npos ? text : text.substr(colon + 1));
  if (!cpus || *cpus < 1)
    return std::nullopt;
  fragment.cpus = *cpus;
  return fragment;
}

/// Whether the CPUs of a job can be split into its fragments.
enum class Fit { yes, no, unknown };

/// The CPUs that a job has on each host. Fragments take CPUs from them, one fragment after the other.
class Placement {
public:
  explicit Placement(std::map<std::string, int> cpus) : whole_(cpus), left_(std::move(cpus)) {}

  /// Whether the CPUs can be split into these fragments.
  Fit fit(std::vector<Fragment> fragments) {
    // Fragments that can be on one host only take their CPUs first. An exclusive fragment that names no
    // machine is all CPUs of the job on some host: it does not matter on which one of several with that
    // number.
    std::stable_sort(fragments.begin(), fragments.end(), [](const Fragment& a, const Fragment& b) {
      return rank(a) != rank(b) ? rank(a) < rank(b) : a.cpus > b.cpus;
    });
    std::vector<int> free; // sizes of the fragments that can be on any host
    for (const auto& fragment : fragments)
      if (fragment.machine.empty() && !fragment.exclusive)
        free.push_back(fragment.cpus);
      else if (!take(fragment))
        return Fit::no;
    std::vector<int> left;
    for (const auto& [host, cpus] : left_)
      if (cpus > 0)
        left.push_back(cpus);
    if (sum_of(free) != sum_of(left))
      return Fit::no;
    while (!free.empty() && free.back() == 1) // fragments of one CPU fit into whatever the others leave
      free.pop_back();
    if (fit_by_best_fit(free, left) || fit_by_search(free, 0, std::move(left)))
      return Fit::yes;
    return steps_ < most_steps ? Fit::no : Fit::unknown;
  }

private:
  /// The number of steps after which the search gives up, since it takes exponential time in the worst case.
  /// One call takes as many steps as hosts are left, and one more.
  static constexpr std::int64_t most_steps = 2'000'000;
  /// The largest number of fragments that are searched, since the search calls itself for each.
  static constexpr std::size_t most_searched = 1000;

  /// The place of a fragment in the order in which fragments take CPUs: those that name a machine first, and
  /// of these the exclusive ones.
  static int rank(const Fragment& fragment) {
    return (fragment.machine.empty() ? 2 : 0) + (fragment.exclusive ? 0 : 1);
  }
  static std::int64_t sum_of(const std::vector<int>& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
  }

  /// Takes the CPUs of a fragment from its host. Returns false if no host has them.
  bool take(const Fragment& fragment) {
    const auto host = fragment.machine.empty() ? std::find_if(left_.begin(), left_.end(),
                                                              [&](const auto& one) {
                                                                return one.second == fragment.cpus &&
                                                                       one.second == whole_.at(one.first);
                                                              })
                                               : left_.find(fragment.machine);
    if (host == left_.end() || host->second < fragment.cpus ||
        (fragment.exclusive && whole_.at(host->first) != fragment.cpus))
      return false;
    host->second -= fragment.cpus;
    return true;
  }

  /// Whether sizes in descending order fit into bins, if each is put into the bin with the least space that
  /// holds it (best fit).
  static bool fit_by_best_fit(const std::vector<int>& sizes, const std::vector<int>& left) {
    std::multiset<int> bins(left.begin(), left.end());
    for (const int size : sizes) {
      const auto tightest = bins.lower_bound(size);
      if (tightest == bins.end())
        return false;
      const int after = *tightest - size;
      bins.erase(tightest);
      if (after > 0)
        bins.insert(after);
    }
    return true;
  }

  /// Whether the sizes from `next` on, in descending order, fit into bins. It tries all ways, but no
  /// remainder that failed before. False if it gives up: then `steps_` is at least `most_steps`.
  bool fit_by_search(const std::vector<int>& sizes, std::size_t next, std::vector<int> left) {
    if (next == sizes.size())
      return true;
    steps_ = sizes.size() > most_searched ? most_steps : steps_ + 1 + static_cast<std::int64_t>(left.size());
    if (steps_ >= most_steps)
      return false;
    std::sort(left.begin(), left.end());
    if (!tried_.emplace(next, left).second)
      return false;
    for (std::size_t host = 0; host < left.size(); ++host) {
      if (left[host] < sizes[next] || (host > 0 && left[host] == left[host - 1]))
        continue;
      auto after = left;
      after[host] -= sizes[next];
      if (after[host] == 0)
        after.erase(after.begin() + static_cast<std::ptrdiff_t>(host));
      if (fit_by_search(sizes, next + 1, std::move(after)))
        return true;
    }
    return false;
  }

  const std::map<std::string, int> whole_;                   ///< CPUs of the job, by host
  std::map<std::string, int> left_;                          ///< those that no fragment has taken
  std::set<std::pair<std::size_t, std::vector<int>>> tried_; ///< `next` and the bins of each search
  std::int64_t steps_ = 0;
};

/// The fragments that the job of a row of jobs.csv asked for; none if it asked for none.
std::optional<AskedFragments> fragments_in(const CsvReader& row) {
  const std::string key = "fragments=";
  std::optional<AskedFragments> asked;
  for (const auto& part : split(row.text("metadata"), ';'))
    if (part.compare(0, key.size(), key) == 0)
      asked = AskedFragments{part.substr(key.size()), {}}; // the last one counts: the scheduler wrote it
  if (!asked)
    return std::nullopt;
  for (const auto& text : split(asked->text, '+'))
    if (const auto fragment = fragment_in(text))
      asked->fragments.push_back(*fragment);
    else
      row.fail("'" + asked->text +
               "' in column 'metadata' are no fragments; valid: [machine:]cpus[:e], joined "
               "by '+'");
  return asked;
}

class Fragments : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  void job(const JobInFile& read) override {
    if (read.is_rejected() || !read.row.has("metadata"))
      return;
    if (const auto asked = fragments_in(read.row))
      asked_["job " + read.id] = *asked;
  }

  void end() override {
    const bool may_be_torn = run_.settings.may(Trait::torn_fragments);
    if (!asked_.empty() && run_.settings.allowed && may_be_torn)
      findings_.not_checked("fragments: the scheduler ignores them");
    if (asked_.empty() || may_be_torn)
      return;
    for (const auto& occupation : run_.occupations)
      if (const auto job = asked_.find(occupation.job); job != asked_.end())
        check(occupation, job->second);
    if (!unknown_.empty())
      findings_.not_checked(
          "fragments of " + *unknown_.begin() +
          (unknown_.size() > 1 ? " and " + std::to_string(unknown_.size() - 1) + " more" : "") +
          ": there are too many ways to place them");
    findings_.checked("each fragment of a job is on one host: the host that it names, and alone there if it "
                      "asked for that");
  }

private:
  void check(const Occupation& occupation, const AskedFragments& asked) {
    std::map<std::string, int> cpus;
    for (const auto& interval : occupation.resources.intervals())
      for (auto one = run_.resources.lower_bound(interval.first);
           one != run_.resources.end() && one->first <= interval.last; ++one)
        ++cpus[one->second.host];
    const Fit fit = Placement(cpus).fit(asked.fragments);
    if (fit == Fit::unknown)
      unknown_.insert(occupation.job);
    if (fit != Fit::no)
      return;
    std::string has;
    for (const auto& [host, number] : cpus)
      has += (has.empty() ? "" : ", ") + std::to_string(number) + " of " + host;
    findings_.violation("fragments",
                        occupation.job + " asked for " + asked.text + " and has " +
                            (has.empty() ? "none" : has) + " at " + shortest(occupation.start),
                        Trait::torn_fragments);
  }

  std::map<std::string, AskedFragments> asked_; ///< by "job 3"
  std::set<std::string> unknown_;               ///< jobs of which no search came to an end: "job 3"
};

} // namespace

MALHA_RULE("whole_fragments", "Each fragment of a job is on one host, as the job asked for.",
           check_by<Fragments>, 140)

} // namespace malha
