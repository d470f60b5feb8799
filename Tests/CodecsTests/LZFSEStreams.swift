/// Streams that pyliblzfse 0.4.1, which is Apple's own code, made of data that are given here by a rule.
enum LZFSEStreams {
    /// "the quick brown fox jumps over the lazy dog. " three times; LZVN.
    static let short = """
        YnZ4bocAAAA9AAAA4A90aGUgcXVpY2sgYnJvd24gZm94IGp1bXBzIG92ZXIgCB/qbGF6eSBkb2cuIDgt8D7iLiAGAAAAAAAAAGJ2eCQ=
        """

    /// `mixedContent`; LZVN with all its kinds of operations.
    static let mixed = """
        YnZ4bpgCAAATAQAA4OHGfoFrS/vi+1T2vd98HOGHAb8x3lZyD0dnZodZqog8WepWE3vShaHYPFRVLzeuZVvaAnmYzOMado5f2ZmPHz827kN4TQ36vqba5IaO\
        3CltTv9W4XAg+4+xWAWQxQncU82qO0iZUtNSnQaf6rXCBhOYSbIBHqwyiDGcUkaVcTaPV/Y5HRb6iHT1mHwXXEG7bXGOD3BZxwEbLzM9kcAdpQ0NqzONfl6P\
        PuZodKY6scOTEahkx9vK4GDh878JAGei4yWgITGH1WLFqIwh/3Lt1xjZThOVE9wbY/yTBva/nOUG4G2wCgWf8nWHjjSzvLMr4gIAOAHw//ACOhzwGDmG8A4K\
        EmgBB/swQOETBgAAAAAAAABidngk
        """

    /// `longContent`; a block with packed tables.
    static let long = """
        YnZ4Mp4fAAA8CeBCAI0EQD0owAb63whgoQAAAD8AwAH78vBEVUVVUeD4A7hTBADgCRAQQCQkcYyug7334ckYdxc3J2cXF/sXyJkAAAAAAAIAAAAAAAAA/wEA\
        AADwKnwTX8Qn8Ua8EY/EC/FTvBE8AwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAMCF5vruOG6RFh5hFQ4z\
        1eDc6MpBL98843Rbdir//Tk1ZetugjTSZq4Uo4Nj5xS8zCTAfTuTmxc51hRNmWq5tz+b2tDDkhh8LoY+jIL4AEda4yVQUi1N6shZYuJHuv8+O7zqpHNjV7i4\
        VvJ+hoRETwU9s/LuCadcvUX9zcGDdktgtfLP4Y7jQ/SpT5tvF+bup2/TjFTWjylf37yrCJPRSDihCq9cfnwoV31GUs6rl3PHUDEyJSTad4BwaLBXeaK+5pQo\
        RlSBfiXsASXtOyUDG4eyDTxuCfuKZGmzwqm2rXC1c8gj1D5qljeAZW1uhx59Ww+v6zlQ15w/c5fI+H97dopBaX7n4UNPbFF/c3BQ2KET8k+oRjbHB1U1UY65\
        Xu6FKVMBHtX15PnXpsH8SFK4WWY8PNWCIHOVj1Ck8czsJFk3zzu+KwYheAoPolldraWOlRBkPVXxlOsZJqKDteeIz+E41zAY9q8PSFdkeMJHFpIQRfyy3dSF\
        FeMikjFcT8zlUM/vHqYAWHMSNFh75uzAzyts5g+UKahwcQgtnjhWvFz0GTe+hirdgbWCpKL3SAsQpPwjdz0B9l1aKnADx50dFI70E5t68c4CWpz6/AyQ7Bpd\
        zgBjRU1NVfirpf1DZ+7lhZ4gsMcrU9ZUg+uP+Cnd61dEdXGE0I29YFV6srtfkVK5Yq66BsOiEiwG9BQOBBlWgSRS4l5xUTBTItx3cznmOtpKjiyWVRGaAoYI\
        HZqyKjsabVHBjEFlZC5GQiZEEsvSjrwoio4ITHcqlvw0I62oVD0qsC0fwcKynpsfrwQn696Z0tE77lNRDfpEejiWAGcuAM/eJIvBdncb+8d4rOIpKomtOx2M\
        TJ6hxkUV0Iwzq0ssOh3kppD5DbJKJ7mI0p804eO57P1BZEXRuGN7qEzTP0wPW6H0XGR7s6V4U6vCe5LjpZbtU130XnYt+XR2s+RPHK6mBAx2v9eNA8o6mNpt\
        PhMRVDtj+uv0yWGE1tpQ6vJ/HQiysTPA5poOgYyEa9Cba4rCDYgJkJObi8NAOrHwA8G9saGFhTtznVVnIfTp6jdDZqlducXZxxCdMDyFBldFGOE81KI5yeN/\
        5lhk1Phv2+zoaHsFN2EurAaKDQZnFZBK40/wYNI5hKClcWHt1PnvBqIH27W8Ft1MRyC22h6pVTjhOiZxmbjvz5JpEACgVkr0/gaT7CqTPHVGj+Cmi9WbU+AA\
        gZc/fMeAFzcZOgKVE1JJMliPG/AxVKYN+uBBGAX4EyFQoXehpoCVp8020OMiHc4rLHJ90UAhHjKwkqr5Ys4XVesZPOWhJYk7xodZVAm4pomeM7eNArFG/ZGU\
        3ksqnSbhfBUC2YnPIaGppHLuMxM1EARFkR93RWAkOVMZiBwaqubIgU9cyDhYSr+UA1TIlXx4HPUy/uYpFwAAAAAAAAAAAACwZdR1Wc8agp+lXPrM9ZB185UW\
        t1S2ViatHjZl976IV7o9Z29fabIvy54X5HsUjMJKQy2lTGLvJqWu0sFS3dfTM4+3VJg7vl2vJzaA8Hpd+sZUNlPpmkpsKodTmU6lIIvEi1P/wzmlPBiPc4AC\
        mOpBdthB/XUq8zR2S3Khip2LRYgEnf6KR3T7u1Y9neio4szWL1T5stOTpxPth7SVCjt6TKgiRoXYKf0y4zw2Is6+f95p6Wltp7KiJ/g9P7hiOg3lNGb0JHX/\
        vAg9Xk4rOYpK0RToIb6VyNSKaQ/oKfE+Yqk8nDzM3rG0xUfvzTD9gJZOKp1oqbywzHnpbdGtzkqtDs3w6OmAK/QgHGOhBzIOROFelr7c7aKnfVD4VQoXtHSU\
        5/MGnxdXWSq4dAam8jKV0FRmUylIyM6LV4IMXtD7kienmf/inOOc0uHOX+XWXZ/3mSDxUhDntZ5D6JTKDW/YqYmVUlPOQ+hULfhxp1RPJ0rzdOMp5jkP30vG\
        AQHYvMROSymRuprdqd/gL487d0/sNOIpBRp59gHyAl2GYpGYh9ihVMbphk7pcCq3qcTj5DSro5f9XMqGHhqLA3/pOzb5jNGTxCzsgNFbFCtOrM87hqkOw21K\
        L+OYICS9iQ9MSC/D/tn0OmEEM6WHtsSgCNNFuN4BVwSy3sNOecIsWm9azjlW6Hql6lFyyO4GmqinnswohjKXgM5e+TkotZU9B6UiB3vI4piJBCz/krinihAC\
        LylmkHuPRdWUc4DdQ5wkds9hunaPYcp1e4gv6EmqPYeKhsAeKNeZp2bvoQ6K9ShLJdYDsNUKIYQ0SIY94RcHd+kEezati01i9oD3+wSZvSKp9kNlsh7iSSlI\
        g5d6CtlM1SPo11q9AjiK9ChbjfQOba0Xsp7Um755KNRjEo4olgkvm2XIwz4T9YwdRYGDzMTnFPUolJpo/PQg8Ay/TclQJD140VDIkU0MGnqUQJY5JH3R0kPV\
        Tx3p2ZRXNIVunglXTCTpISoiEz2CX1XQq7gNih5CXT9OEU+M3mML2EQPsXTyPJRZbYrzbFEp8ozpOrV+B/3RG8FnOoeeBJpgbCbBVEEPQaTkPG4YA6rzbI4p\
        bq6rcbAhn5exrzEtSD6v2zUf0OYViNUWKunNH5zHFVwP+fP04ooOemp9Hqpb9Sp/l3kxhdRJAlHUBB3EPGadrdsEZeY5JlI0rxFdnrFHujznViEqnGQn7vOk\
        yGukQM5DzKtSgjyPEKlaK7KSXr239eKw9BjqxG8LOT2knBLpWZBKpAc4q40eA3Rp9Bygut6qlmgGEvWQbiVgS/VkBWqq1zAKHZ42GQdw9qSQKTrnhmCPxpuA\
        Xzh7BRnBPWj2Bkaq10ssBrsCWg8YUQvslCk0+o0hImu+DigcwB/eJZ1ivRt7wLSBUPBaYaOlb9wuhi6VKgwPYPkOJT71cuBupQRILhh25x+2IH8LvF3nPB0W\
        bhmbKNKUPKUDjRmqydXZwxh3IwRIyYy8pA5YeE3uU/H7vf+lGGBvAXH8ncEm8gQIPBxRKIGSJUo/zvlcIIeBf9JPEDL34LRGAGLyUFwinMW2mdYN6xK8jSiu\
        z6DaXlf0Q4baQJQF3gHFcZRZuY5Ngx3hJe99hz0T1prlO5O2DYBNJWG6Nr9E15AXPp2nFN0EP942WMqOL5cVY6mDXOVOcd19Bkg8pG4ywZvI21M52j8qiAYF\
        43hye3ppcFddAgQXDLu7AswVkXA4dWF2wK1S5PXQw62EZEcunzHRye3XMpCwBhT0rflpi12YT6hWDDQP26caHSB27vx3Rql7sY+8XvLHwkv3X0BuDsl10rWP\
        RcLto4X+ayO7fpmxDcESsA18qwCFjNBWUc0MytKh6/Zx1Qj1fEXqUmzJLel/T0xBUrMjsc4wfXY3AFEBxYocfqd3AqrAR6GVWklA7EkeDP6fyrmuF0d+FjwK\
        uuiAu0F2vhJA8/TnTEITa4mANCTsoO7iVYKP/aISjbP2fHawaTuaBC2qvcGJca5k67J77THpDPB0M5Tl4lJn2TbqFobhEjEdInxcC76gtvxZ4o/fFtLoq53I\
        393Od+vj2buJwLXBPs22vdDgvcq/l5gJcqG1TOZa32UL725LrRLellfg3l41HHx9P8YzSkD2Amlk3xIi9yUS3hq1FAM0XWlRdVv1XQrncARpMM4Ar0uBosff\
        JrKMNaDCUWWSy/4R9+1X4HADqDPrhAPpuiU8MzMlgLSaoksZ5MIAz+iBmDDoLpHu3+jihe2AMCUBWyxEV4ndU6PszOQ63zFrJlPz5xlNL30vJybWQ6iPu3UL\
        hC5UWTCSJ67xTXyplNJzUdoX7aJ8GfbEBjVrdCRubBZ14JGeDLwdm6faodsSOLBo5kaNZshtL+J1eEGdNNQ6g7l0dGuQ5LOWd8eGN6A2BhapUos6tfnVCeEE\
        jkwIGPcxTrABQQo+Cs4+5ocVf6TzHRQq4KK/0Ump88oCXq04zy6jnqqxdK1nZo17hHSJg1UiAC5FKDhwm+iOjh8LkdPSluTcskpu/wci9nrsJakeD6Mn1lJ1\
        uS7Bhhylz6WF4hzDKXcW3lfcuQgWkoOrmB2nx15gTbii9KHZMVor3muXAXB9WsTtZe7GCsw2/tSMFibWPiujeF8o6fwP68Cs+FxlKGHzYgguh9ryAmoXMCps\
        K7iDkDiUYriDng8wHLf4qJyB0R3XoNro7IuNMxDWe/DEsPE4Nad9XJcNpqOs8qtdgpCATEBRB1lAWhPHDekQ9KD6d5wYHmoupuwHg+DCbFlJj0iZcGFT0Esr\
        WFKUBjl8nIc6GgCt5GcyK+tSecuVfSEDE3ZhF99ClcXJOxIBqbIk5MpqtWNd3VWQWIlUeQeGlMnGodHsa0ecCCaLP8lDT/7Q5mytmaKMkpsOkCikquirCeiT\
        /b2yJLd521x70BYN6/guVfJEkg8ya2l0QVuSWfOXwgREsijig1ROELutkmZCz1ZdDpaMayWby+TaBFrPFpW0mIIURTYVhfQUzSDSx/ZQ7BD+dWJ2eCQ=
        """

    static let mixedContent: [UInt8] = {
        let a = noise(200, 1)
        let b = noise(40, 2)
        let zeros = [UInt8](repeating: 0, count: 300)
        let sevens = [UInt8](repeating: 7, count: 20)
        return a + b + zeros + a[..<50] + b + a[100..<104] + sevens + b[..<10]
    }()

    static let longContent: [UInt8] = (0..<1200).flatMap { Array("\($0 * $0 % 97) \($0 * 7919 % 1009);".utf8) }

    private static func noise(_ count: Int, _ seed: Int) -> [UInt8] {
        var x = seed
        return (0..<count).map { _ in
            x = (x * 1_103_515_245 + 12345) & 0x7FFF_FFFF
            return UInt8(truncatingIfNeeded: x >> 16)
        }
    }
}
