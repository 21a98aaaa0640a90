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

/// The CPUs of a job on each host, from which its fragments are taken one by one until none is left.
class Placement {
public:
  explicit Placement(std::map<std::string, int> cpus) : whole_(cpus), left_(std::move(cpus)) {}

  /// Whether the CPUs can be split into these fragments.
  Fit is_of(std::vector<Fragment> fragments) {
    // An exclusive fragment is all CPUs of a host; hosts with equally many CPUs are alike.
    std::stable_sort(fragments.begin(), fragments.end(), [](const Fragment& a, const Fragment& b) {
      return rank(a) != rank(b) ? rank(a) < rank(b) : a.cpus > b.cpus;
    });
    std::vector<int> free;
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
    while (!free.empty() && free.back() == 1) // they fill what the others leave
      free.pop_back();
    return fill_in_turn(free, left) || fills(free, 0, std::move(left)) ? Fit::yes
           : steps_ < most_steps                                       ? Fit::no
                                                                       : Fit::unknown;
  }

private:
  /// Whether numbers fill bins exactly takes, in the worst case, time exponential in their number. After this
  /// number of steps, each of the size of the bins, the answer is unknown.
  static constexpr std::int64_t most_steps = 2'000'000;
  /// The search calls itself for each fragment.
  static constexpr std::size_t most_searched = 1000;

  static int rank(const Fragment& fragment) {
    return (fragment.machine.empty() ? 2 : 0) + (fragment.exclusive ? 0 : 1);
  }
  static std::int64_t sum_of(const std::vector<int>& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
  }

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

  /// Whether the sizes, which decrease, fit if each is put where the least space is left that holds it.
  static bool fill_in_turn(const std::vector<int>& sizes, const std::vector<int>& left) {
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

  /// Whether the sizes from `next` on, which decrease, fit. Remainders that failed before are not tried
  /// again.
  bool fills(const std::vector<int>& sizes, std::size_t next, std::vector<int> left) {
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
      if (fills(sizes, next + 1, std::move(after)))
        return true;
    }
    return false;
  }

  const std::map<std::string, int> whole_;
  std::map<std::string, int> left_;
  std::set<std::pair<std::size_t, std::vector<int>>> tried_;
  std::int64_t steps_ = 0;
};

/// The fragments that the job of a row of jobs.csv asked for; none if it asked for none.
std::optional<AskedFragments> fragments_in(const CsvReader& row) {
  const std::string key = "fragments=";
  std::optional<AskedFragments> asked;
  for (const auto& part : split(row.text("metadata"), ';'))
    if (part.compare(0, key.size(), key) == 0)
      asked = AskedFragments{part.substr(key.size()), {}}; // the scheduler's own is the last
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
    const Fit fit = Placement(cpus).is_of(asked.fragments);
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
  std::set<std::string> unknown_;               ///< jobs
};

} // namespace

MALHA_RULE("whole_fragments", "Each fragment of a job is on one host, as the job asked for.",
           check_by<Fragments>, 140)

} // namespace malha
