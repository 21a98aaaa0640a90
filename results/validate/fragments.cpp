// SPDX-License-Identifier: MIT
#include "fragments.hpp"

#include "policies/sdk/numbers.hpp"
#include "policies/sdk/split.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace malha {
namespace {

/// Of "[machine:]cpus[:e]".
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

/// Whether fragments are the CPUs of a job.
enum class Fit { yes, no, unknown };

/// The CPUs of a job on each host, from which its fragments are taken one by one until none is left.
class Placement {
public:
  explicit Placement(std::map<std::string, int> cpus) : whole_(cpus), left_(std::move(cpus)) {}

  /// Whether the fragments can be those CPUs.
  Fit is_of(std::vector<Fragment> fragments) {
    // Exclusive ones are the CPUs of a whole host: among free ones, hosts of as many are all alike.
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
  /// Whether numbers fill bins exactly takes, in the worst case, time exponential in their number. Beyond so
  /// many steps, each of the size of the bins, the answer stays open.
  static constexpr std::int64_t most_steps = 2'000'000;
  /// A step of the search is a call in the call before.
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

  /// Whether the sizes, which decrease, fit when each goes where the least is left that holds it.
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

  /// Whether those from `next` on, by decreasing size, fit. What is left on hosts that have failed before
  /// need not be tried again.
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

} // namespace

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

void check_fragments(const std::map<std::string, AskedFragments>& asked,
                     const std::vector<Occupation>& occupations, const std::map<int, ResourceRow>& resources,
                     Findings& findings) {
  std::set<std::string> unknown;
  for (const auto& occupation : occupations) {
    const auto job = asked.find(occupation.job);
    if (job == asked.end())
      continue;
    std::map<std::string, int> cpus;
    for (const auto& interval : occupation.resources.intervals())
      for (auto one = resources.lower_bound(interval.first);
           one != resources.end() && one->first <= interval.last; ++one)
        ++cpus[one->second.host];
    const Fit fit = Placement(cpus).is_of(job->second.fragments);
    if (fit == Fit::unknown)
      unknown.insert(occupation.job);
    if (fit != Fit::no)
      continue;
    std::string has;
    for (const auto& [host, number] : cpus)
      has += (has.empty() ? "" : ", ") + std::to_string(number) + " of " + host;
    findings.violation("fragments",
                       occupation.job + " asked for " + job->second.text + " and has " +
                           (has.empty() ? "none" : has) + " at " + shortest(occupation.start),
                       Trait::torn_fragments);
  }
  if (!unknown.empty())
    findings.not_checked("fragments of " + *unknown.begin() +
                         (unknown.size() > 1 ? " and " + std::to_string(unknown.size() - 1) + " more" : "") +
                         ": there are too many ways to place them");
  findings.checked("each fragment of a job lies on one host: its own, and alone where it asked for that");
}

} // namespace malha
