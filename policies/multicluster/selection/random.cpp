// SPDX-License-Identifier: MIT
// A cluster that has enough nodes is drawn, all as likely.
#include "policies/multicluster/selection.hpp"

#include <boost/random/uniform_int_distribution.hpp>

namespace malha::multicluster {
namespace {

class Random : public Selection {
public:
  Random(const Parameters&, RandomStreams& random) : draws_(random.stream("multicluster.random")) {}

  Selected select(const SelectionView& view) override {
    return Selected::at(
        boost::random::uniform_int_distribution<std::size_t>(0, view.candidates.size() - 1)(draws_));
  }

private:
  RandomStreams::Engine& draws_;
};

} // namespace

MALHA_POLICY(policy<Random>("multicluster/random", "a cluster with enough nodes, drawn", "textbook"))

} // namespace malha::multicluster
