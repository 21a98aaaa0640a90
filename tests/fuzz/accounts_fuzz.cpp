// SPDX-License-Identifier: MIT
// Accounts and their usage, each after a line "@ name", are read or refused. What is read is a tree of which
// the fair shares can be computed.
#include "bundle.hpp"
#include "policies/cluster/priority/classic_fair_share.hpp"
#include "policies/cluster/priority/fair_tree.hpp"
#include "scenarios/workload/files/account_dump.hpp"
#include "scenarios/workload/files/account_usage.hpp"

namespace malha::fuzz::accounts_harness {

void check_factors(const cluster::Accounts& accounts, const std::vector<double>& used) {
  cluster::ShareTree tree(accounts);
  double sum = 0;
  for (int number = 0; number < tree.size(); ++number)
    if (tree.is_user(number)) {
      tree.charge(number, used[static_cast<std::size_t>(number)]);
      sum += used[static_cast<std::size_t>(number)];
    }
  require(sum == 0 || std::abs(sum - tree.usage(0)) <= 1e-9 * sum, "usage adds up");
  std::vector<double> all = cluster::FairTree().factors(tree);
  for (const auto& factors : {cluster::FairTree(cluster::Ties::documented).factors(tree),
                              cluster::ClassicFairShare().factors(tree)})
    all.insert(all.end(), factors.begin(), factors.end());
  for (const double factor : all)
    require(factor >= 0 && factor <= 1, "factors are from 0 to 1");
}

void check(std::string_view text) {
  const auto& folder = scratch_folder();
  unpack(text, {"a.dump", "u.csv"}, folder);
  is_accepted([&] {
    const auto dump = read_account_dump(folder / "a.dump");
    for (int number = 1; number < dump.accounts.size(); ++number)
      require(dump.accounts[number].parent < number, "parents come first");
    std::vector<double> used(static_cast<std::size_t>(dump.accounts.size()), 0.0);
    check_factors(dump.accounts, used);
    if (is_accepted([&] { used = read_account_usage(folder / "u.csv", dump.accounts); }))
      check_factors(dump.accounts, used);
  });
}

} // namespace malha::fuzz::accounts_harness

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  malha::fuzz::accounts_harness::check(malha::fuzz::text_of(data, size));
  return 0;
}
